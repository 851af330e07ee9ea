import { randomUUID } from 'node:crypto';
import { utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { uploadedDocument } from '#contract/uploads.ts';
import { insertJobAnswer } from '#server/jobs/job-answer.store.ts';
import { ManualClock } from '#server/testing/manual-clock.ts';
import { eventually, startTestApplication, type TestApplication } from '#server/testing/test-application.ts';
import type { TestInstructor } from '#server/testing/test-instructor.ts';
import { readStorageUse } from '../administration/describe-installation.ts';
import { deleteStoredFiles } from '../uploads/delete-stored-files.ts';
import { takeOverFileStore } from './file-store-owner.ts';
import { TIDY_UP_CRON } from './maintenance.jobs.ts';
import { tidyUpEverything } from './tidy-up-everything.ts';

let application: TestApplication;
let teacher: TestInstructor;
beforeAll(async () => {
  application = await startTestApplication({ worker: true });
  teacher = await application.register();
});
afterAll(() => application.close());

const daysAgo = (days: number): Date => new Date(Date.now() - days * 86_400_000);
const tidyUp = (): Promise<void> => tidyUpEverything(application.worker.dependencies);

test('question sets that nobody saved within a week go; saved and younger ones stay', async () => {
  const lesson = await teacher.makeLesson({ file: 'https://example.org/a.pdf' });
  const { database } = application.dependencies;
  const insert = (name: string, createdAt: Date, savedAt: Date | null) =>
    database
      .insertInto('question_sets')
      .values({
        lesson_id: lesson.id,
        job_id: null,
        name,
        answer_style: 'essay',
        shortfall: 'null',
        saved_at: savedAt,
        created_at: createdAt,
      })
      .execute();
  await insert('old', daysAgo(7.1), null);
  await insert('young', daysAgo(6.9), null);
  await insert('saved', daysAgo(100), daysAgo(99));
  await tidyUp();
  const left = await database.selectFrom('question_sets').select('name').orderBy('name').execute();
  expect(left.map(({ name }) => name)).toEqual(['saved', 'young']);
});

test('tokens and answers that served their time go', async () => {
  const { database } = application.dependencies;
  const owner = await application.register();
  await database
    .updateTable('refresh_tokens')
    .set({ expires_at: daysAgo(1) })
    .where('user_id', '=', owner.id)
    .execute();
  await insertJobAnswer(database, { jobId: 'old-job', instructorId: owner.id, answer: {} });
  await insertJobAnswer(database, { jobId: 'new-job', instructorId: owner.id, answer: {} });
  await sql`update job_answers set created_at = ${daysAgo(2)} where job_id = 'old-job'`.execute(database);
  await tidyUp();
  const tokens = database.selectFrom('refresh_tokens').select('id').where('user_id', '=', owner.id);
  expect(await tokens.execute()).toEqual([]);
  const answers = database.selectFrom('job_answers').select('job_id').where('instructor_id', '=', owner.id);
  expect(await answers.execute()).toEqual([{ job_id: 'new-job' }]);
  // Whoever is signed in stays so.
  const own = database.selectFrom('refresh_tokens').select('id').where('user_id', '=', teacher.id);
  expect((await own.execute()).length).toBeGreaterThan(0);
});

test('uploads that became no lesson, files that no row knows and broken uploads go; lessons keep theirs', async () => {
  const { database, files } = application.dependencies;
  const upload = async () =>
    (await teacher.uploadDocument('Plants turn light into sugar.', 'a.txt')).read(200, uploadedDocument);
  const keyOf = (url: string): string => new URL(url).pathname.replace('/files/', '');
  const [abandoned, young, used] = [await upload(), await upload(), await upload()];
  await teacher.makeLesson({ file: used.url });
  for (const { url } of [abandoned, used]) {
    await sql`update stored_files set created_at = ${daysAgo(8)} where key = ${keyOf(url)}`.execute(database);
  }
  const write = async (key: string, days: number) => {
    const content = (async function* () {
      yield await Promise.resolve(Buffer.from('orphan'));
    })();
    await files.write(key, content, { contentType: 'text/plain', maximumBytes: 100 });
    await utimes(join(application.dataDirectory, 'files', key), daysAgo(days), daysAgo(days));
  };
  await write('i1/old-orphan.txt', 2);
  await write('i1/new-orphan.txt', 0);
  // An upload of long ago whose process was killed.
  const broken = async function* () {
    yield await Promise.resolve(Buffer.from('half'));
    await new Promise(() => undefined);
  };
  void files.write('i1/broken.txt', broken(), { contentType: 'text/plain', maximumBytes: 100 });
  const { readdir } = await import('node:fs/promises');
  const unfinished = join(application.dataDirectory, 'files', '.unfinished');
  const [name = ''] = await eventually('the upload to begin', async () => {
    const names = await readdir(unfinished);
    return names.length > 0 ? names : undefined;
  });
  await utimes(join(unfinished, name), daysAgo(2), daysAgo(2));

  await tidyUp();
  expect(await readdir(unfinished)).toEqual([]);
  expect(await files.find('i1/old-orphan.txt')).toBeUndefined();
  expect(await files.find('i1/new-orphan.txt')).toBeDefined();
  await eventually('the abandoned file to be deleted', async () =>
    (await files.find(keyOf(abandoned.url))) === undefined ? true : undefined,
  );
  expect(await files.find(keyOf(young.url))).toBeDefined();
  expect(await files.find(keyOf(used.url))).toBeDefined();
  const sources = database.selectFrom('document_sources').select('id');
  expect(await sources.where('id', '=', abandoned.docsource_id).execute()).toEqual([]);
});

test('the schedule is one that the queue takes', async () => {
  const { boss } = application.worker;
  await boss.schedule('tidy-up', TIDY_UP_CRON, {});
  expect(await boss.getSchedules()).toEqual([
    expect.objectContaining({ name: 'tidy-up', cron: TIDY_UP_CRON }),
  ]);
});

test('files that no row knows stay while the store belongs to another installation, and go after a takeover', async () => {
  const { database, files } = application.dependencies;
  const write = async (key: string, text: string) => {
    const content = (async function* () {
      yield await Promise.resolve(Buffer.from(text));
    })();
    await files.write(key, content, { contentType: 'text/plain', maximumBytes: 100 });
  };
  await tidyUp();
  // As production's worker writes it into the store that a trial restore uses too.
  await write('lectern-installation.json', JSON.stringify({ installation_id: randomUUID() }));
  await write('i1/of-production.txt', 'not known here');
  await utimes(join(application.dataDirectory, 'files', 'i1/of-production.txt'), daysAgo(9), daysAgo(9));
  const readUse = () => readStorageUse(application.dependencies);

  await tidyUp();
  await deleteStoredFiles(application.worker.dependencies, ['i1/of-production.txt']);
  expect(await files.find('i1/of-production.txt')).toBeDefined();
  expect((await readUse()).is_foreign).toBe(true);
  expect(application.takeErrors().join()).toContain('npm run admin -- take-over-files');

  await takeOverFileStore({ database, files });
  expect((await readUse()).is_foreign).toBe(false);
  await tidyUp();
  expect(await files.find('i1/of-production.txt')).toBeUndefined();
});

describe('a wrong clock', () => {
  const trashCourse = async () => {
    const { id } = await teacher.makeCourse();
    await teacher.call('DELETE', `/api/courses/${id}/`);
    return id;
  };
  const isThere = async (id: number): Promise<boolean> =>
    (await application.dependencies.database
      .selectFrom('all_courses')
      .select('id')
      .where('id', '=', id)
      .executeTakeFirst()) !== undefined;
  const age = (id: number, days: number) =>
    application.dependencies.database
      .updateTable('all_courses')
      .set({ trashed_at: daysAgo(days) })
      .where('id', '=', id)
      .execute();

  test('of a worker empties no trash', async () => {
    const id = await trashCourse();
    const clock = new ManualClock(daysAgo(-40));
    await tidyUpEverything({ ...application.worker.dependencies, clock });
    expect(await isThere(id)).toBe(true);
    expect(application.takeErrors().join()).toContain('differ by more than a day');
  });

  test('of the api process does not make what is deleted now look old', async () => {
    const id = await trashCourse();
    const row = await application.dependencies.database
      .selectFrom('all_courses')
      .select(sql<boolean>`trashed_at between now() - interval '1 minute' and now()`.as('is_now'))
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    expect(row.is_now).toBe(true);
  });

  test('of the database removes nothing for a day of runs after it jumped', async () => {
    const { database } = application.dependencies;
    const id = await trashCourse();
    await age(id, 31);
    // The run before saw the time of two days ago.
    await sql`update maintenance set tidied_up_at = now() - interval '2 days'`.execute(database);
    await tidyUp();
    await tidyUp();
    expect(await isThere(id)).toBe(true);
    await sql`update maintenance set runs_to_wait = 2`.execute(database);
    await tidyUp();
    expect(await isThere(id)).toBe(true);
    await tidyUp();
    expect(await isThere(id)).toBe(false);
  });
});
