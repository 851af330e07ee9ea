import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { newApiKey } from '#contract/accounts.ts';
import { conversation } from '#contract/assistant.ts';
import { questionSetWithQuestions } from '#contract/quizzes.ts';
import { uploadedDocument } from '#contract/uploads.ts';
import { findFileKey } from '#server/platform/files/file-links.ts';
import { fakeTextEmbedder } from '#server/testing/fake-models.ts';
import { eventually, TEST_PASSWORD } from '#server/testing/test-application.ts';
import { makeVideo, TestTusClient } from '#server/testing/test-tus-client.ts';
import { fileForm, type TestInstructor } from '#server/testing/test-instructor.ts';
import { deleteStoredFiles } from '../uploads/delete-stored-files.ts';
import { meterAccount } from '../language-model/budget.ts';
import { deleteFiles } from '../uploads/upload.jobs.ts';
import { issueResetLink } from './account-links.ts';
import { issueTicket } from './one-time-tokens.ts';
import { keepPendingSecret, replaceRecoveryCodes } from './two-factor/two-factor.store.ts';
import { useTestApplication } from '#server/testing/use-test-application.ts';

/** Lets a test hold a job just where it has begun to work. */
interface Gate {
  readonly reached: Promise<void>;
  open(): void;
  wait(): Promise<void>;
}

function makeGate(): Gate {
  let reach: () => void = () => undefined;
  let open: () => void = () => undefined;
  const reached = new Promise<void>((resolve) => (reach = resolve));
  const opened = new Promise<void>((resolve) => (open = resolve));
  return {
    reached,
    open: () => open(),
    wait: () => {
      reach();
      return opened;
    },
  };
}

/** While one is there, the model that embeds passages stops at it. */
let gate: Gate | undefined;
const application = await useTestApplication({
  languageModel: 'fake',
  worker: true,
  workerOverrides: {
    textEmbedder: {
      ...fakeTextEmbedder,
      embed: async (texts, signal) => {
        await gate?.wait();
        return fakeTextEmbedder.embed(texts, signal);
      },
    },
  },
});

const TEXT = `Photosynthesis turns light into sugar. Chlorophyll absorbs red light and blue light in the leaf.
The Calvin cycle fixes carbon dioxide into sugar because the light reactions supply energy.
Mitochondria release energy from sugar. Plants store starch in their roots, which feed them in winter.`;
const right = { password: TEST_PASSWORD };
const remove = (of: TestInstructor, json: unknown = right) =>
  of.call('DELETE', '/api/auth/account/', { json });

/**
 * Not counted: rate limits and the row of `maintenance` name no one, and audit log entries outlive their account for a year (decision 42),
 * so that an administrator can follow a break-in whose traces someone deleted. It refers to the account by its number.
 */
const OUTLIVING = ['rate_limits', 'audit_log', 'maintenance'];

/** Each table that knows a user, with how many rows of this one it holds. */
async function countRows(userId: number): Promise<Record<string, number>> {
  const { database } = application.dependencies;
  const { rows: columns } = await sql<{ table: string; column: string }>`
    select table_name as table, column_name as column from information_schema.columns
    where table_schema = 'public' and column_name in ('user_id', 'instructor_id')`.execute(database);
  const counts: Record<string, number> = {};
  for (const { table, column } of columns) {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from ${sql.table(table)} where ${sql.ref(column)} = ${userId}`.execute(
      database,
    );
    counts[table] = rows[0]?.count ?? 0;
  }
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from pgboss.job
    where data @> ${JSON.stringify({ instructor_id: userId })}`.execute(database);
  return { ...counts, jobs: rows[0]?.count ?? 0 };
}

/** Rows of every table, whosever they are: what hangs on a user only through others must go too. */
async function countAllRows(): Promise<Record<string, number>> {
  const { database } = application.dependencies;
  const { rows: tables } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = 'public'
      and tablename not in (${sql.join(OUTLIVING)}) and tablename not like 'kysely%'`.execute(database);
  const counts: Record<string, number> = {};
  for (const { name } of tables) {
    const { rows } = await sql<{
      count: number;
    }>`select count(*)::int as count from ${sql.table(name)}`.execute(database);
    counts[name] = rows[0]?.count ?? 0;
  }
  return counts;
}

/** As a scan leaves it; to recognize one here would take the test several seconds. */
async function keepRecognizedPage(instructorId: number): Promise<void> {
  await application.dependencies.database
    .insertInto('recognized_pages')
    .values({
      instructor_id: instructorId,
      recognition_key: 'of a scan',
      page: 1,
      width: 595,
      height: 842,
      turned_degrees: 0,
      confidence: 93,
      words: JSON.stringify([['Chlorophyll', 72, 72, 140, 84, 12, 95, 0]]),
      problem: null,
    })
    .execute();
}

/** A linked account of a provider, a sign-in that is under way, and a second factor. */
async function keepSignIn(userId: number): Promise<void> {
  const { database } = application.dependencies;
  const identity = { issuer: 'https://login.example.test', subject: `sub-${userId}` };
  await database
    .insertInto('external_identities')
    .values({ ...identity, user_id: userId })
    .execute();
  await issueTicket(database, 'link', userId, { tab: 'a tab', identity });
  await keepPendingSecret(database, userId, Buffer.from('sealed'));
  await replaceRecoveryCodes(database, userId, [Buffer.from('a hash')]);
}

/** A course with a lesson, its summary and quiz, a conversation, a file that no lesson uses, a key, a reset link, a page of a scan, and the trash. */
async function work(of: TestInstructor): Promise<{ keys: string[]; link: string }> {
  const lesson = await of.makeTextLesson(TEXT);
  const video = await of.makeLesson({ file: 'https://example.org/lecture.mp4' });
  const brought = await of.call('PUT', `/api/lessons/${video.id}/transcript/`, { json: { text: TEXT } });
  expect(brought.status).toBe(200);
  await of.post('/api/summarize-file/', { lesson_id: lesson.id, docsource_id: lesson.docsource_id });
  const quiz = await of.post('/api/question-sets/generate/', { lesson_id: lesson.id, n: 2 });
  const { question_set: set } = quiz.read(200, questionSetWithQuestions);
  await of.post('/api/question-sets/save/', { question_set_id: set.id, name: 'Mine' });
  const begun = await of.post('/api/assistant/conversations/', { title: 'Mine' });
  await of.post('/api/assistant/messages/', {
    text: 'What does chlorophyll absorb?',
    conversation_id: begun.read(201, conversation).id,
  });
  const loose = (await of.uploadDocument(TEXT, 'loose.txt')).read(200, uploadedDocument);
  const uploads = new TestTusClient(of);
  const url = await uploads.begin(1000, 'begun.mp4');
  expect((await uploads.send(url, 0, makeVideo(500))).status).toBe(204);
  (await of.post('/api/auth/api-keys/', { name: 'Nightly import', ...right })).read(201, newApiKey);
  await issueResetLink(application.dependencies.database, of.id, application.origin);
  await keepRecognizedPage(of.id);
  await keepSignIn(of.id);
  await meterAccount(application.dependencies, of.id, undefined).begin({ inputTokens: 1, outputTokens: 1 });
  const trashed = await of.makeTextLesson(TEXT);
  await of.call('DELETE', `/api/lessons/${trashed.id}/`);
  const withCourse = await of.makeTextLesson(TEXT);
  await of.call('DELETE', `/api/courses/${withCourse.course}/`);
  return {
    keys: [lesson.file, loose.url, trashed.file, withCourse.file].map((url) => findFileKey(url) ?? ''),
    link: lesson.file,
  };
}

/** The worker takes the second job of a queue up to two seconds after the first. */
async function deleteFilesNow(): Promise<void> {
  const { boss, dependencies } = application.worker;
  const jobs = await boss.fetch<{ keys: string[] }>(deleteFiles.name, { batchSize: 100 });
  for (const { id, data } of jobs) {
    await deleteStoredFiles(dependencies, data.keys);
    await boss.complete(deleteFiles.name, id);
  }
}

test('everything of the account goes: rows, jobs and files; nothing of anybody else', async () => {
  const other = await application.register();
  const otherWork = await work(other);
  const before = await countAllRows();
  const teacher = await application.register();
  const { keys, link } = await work(teacher);
  const held = await countRows(teacher.id);
  expect(Object.entries(held).filter(([, count]) => count === 0)).toEqual([]);
  (await remove(teacher, { password: 'wrong password' })).readProblem(400);
  (await remove(teacher, {})).readProblem(400);
  expect((await remove(teacher)).status).toBe(204);

  const left = await countRows(teacher.id);
  expect(left).toEqual(Object.fromEntries(Object.keys(held).map((name) => [name, 0])));
  expect(await countAllRows()).toEqual(before);
  const { files } = application.dependencies;
  for (const key of keys) {
    await eventually('the file to be deleted', async () => {
      await deleteFilesNow();
      return (await files.find(key)) === undefined ? true : undefined;
    });
  }
  expect(await readdir(join(application.dataDirectory, 'files/.unfinished'))).toHaveLength(1);
  for (const key of otherWork.keys) expect(await files.find(key)).toBeDefined();
  expect((await application.call('GET', otherWork.link)).status).toBe(200);
  (await application.call('GET', link)).readProblem(404);

  const entries = await application.dependencies.database
    .selectFrom('audit_log')
    .selectAll()
    .where('actor_id', '=', teacher.id)
    .execute();
  expect(entries.map(({ action }) => action)).toContain('account_deleted');
  expect(JSON.stringify(entries)).not.toContain(teacher.session.email);
});

test('its tokens stop working at once, and the address is free again', async () => {
  const second = await application.startAnother();
  const teacher = await application.register();
  const { access, refresh, api_key: key, email } = teacher.session;
  const by = (headers: Record<string, string>, origin = application.origin) =>
    application.call('GET', `${origin}/api/courses/`, { headers });
  const ways = [{ authorization: `Bearer ${access}` }, { 'api-key': key }];
  for (const way of ways) {
    expect((await by(way)).status).toBe(200);
    expect((await by(way, second.origin)).status).toBe(200);
  }
  expect((await remove(teacher)).status).toBe(204);
  for (const way of ways) {
    (await by(way)).readProblem(401);
    await eventually('the other process to end the access', async () =>
      (await by(way, second.origin)).status === 401 ? true : undefined,
    );
  }
  (await application.post('/api/auth/refresh/', { refresh })).readProblem(401);
  (await application.post('/api/auth/login/', { email, password: TEST_PASSWORD })).readProblem(401);
  (await remove(teacher)).readProblem(401);
  const json = { email, password: TEST_PASSWORD, password2: TEST_PASSWORD };
  expect((await application.post('/api/auth/register/', json)).status).toBe(201);
  for (const way of ways) (await by(way)).readProblem(401);
  await second.close();
});

test('succeeds when requested several times at once while the user keeps working', async () => {
  const teacher = await application.register();
  await work(teacher);
  const before = await teacher.makeCourse();
  const working = Array.from({ length: 12 }, (_, index) =>
    index % 3 === 0
      ? teacher.call('PUT', `/api/courses/${before.id}/`, {
          json: { title: 'x', description: 'x', department: 'x' },
        })
      : index % 3 === 1
        ? teacher.post('/api/courses/', { title: 'x', description: 'x', department: 'x' })
        : teacher.call('POST', '/ai/upload-video/', { body: fileForm('no video', 'a.mp4') }),
  );
  const answers = await Promise.all([remove(teacher), remove(teacher), ...working]);
  for (const { status } of answers.slice(0, 2)) expect([204, 401]).toContain(status);
  for (const { status } of answers.slice(2)) expect(status).toBeLessThan(500);
  const left = await countRows(teacher.id);
  expect(Object.values(left).every((count) => count === 0)).toBe(true);
});

test('a job that runs at that moment ends without bringing anything back', async () => {
  const teacher = await application.register();
  const lesson = await teacher.makeTextLesson(TEXT);
  const before = await countAllRows();
  gate = makeGate();
  const asked = [
    teacher.post('/api/question-sets/generate/', { lesson_id: lesson.id, n: 2 }),
    teacher.post('/api/summarize-file/', { lesson_id: lesson.id, docsource_id: lesson.docsource_id }),
    teacher.uploadDocument(`${TEXT} And more of it.`, 'more.txt'),
  ];
  await gate.reached;
  expect((await remove(teacher)).status).toBe(204);
  gate.open();
  gate = undefined;
  for (const answer of await Promise.all(asked)) expect([200, 401, 404]).toContain(answer.status);
  await eventually('the jobs to end', async () => {
    await deleteFilesNow();
    const { running, waiting } = await application.dependencies.jobs.countJobs();
    return running + waiting === 0 ? true : undefined;
  });
  const left = await countRows(teacher.id);
  expect(Object.values(left).every((count) => count === 0)).toBe(true);
  const after = await countAllRows();
  expect(Object.entries(after).filter(([name, count]) => count > (before[name] ?? 0))).toEqual([]);
  for await (const { key } of application.dependencies.files.list()) {
    expect(key.startsWith(`i${teacher.id}/`)).toBe(false);
  }
});
