import { setTimeout as delay } from 'node:timers/promises';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { lessonEvent, type LessonEvent } from '#contract/events.ts';
import { courseList } from '#contract/courses.ts';
import { session, type Session } from '#contract/accounts.ts';
import { getTestModels } from '#server/ai/testing/test-models.ts';
import { migrationNames } from '#server/platform/database/migrate.ts';
import { LESSON_NAMES, readLesson } from '#server/language/testing/read-lesson.ts';
import { makeVideoFromAudio } from '#server/media/testing/make-video.ts';
import { createEmptyTestDatabase, type TestDatabase } from '#server/testing/database.ts';
import { createClient, type ApiClient } from './api-client.ts';
import { until } from './lectern-process.ts';
import { listDescendants } from './process-table.ts';
import {
  runProgram,
  startApi,
  startProgram,
  type ApiProcess,
  type SeparateProcess,
} from './separate-process.ts';
import { useDirectory } from '#server/testing/use-directory.ts';

const EMAIL = 'teacher@example.org';
const PASSWORD = 'correct horse battery';

const directory = await useDirectory();
let database: TestDatabase;
let administrator: pg.Client;
let apis: [ApiProcess, ApiProcess, ApiProcess];
let workers: [SeparateProcess, SeparateProcess];
let account: Session;

const ask = async <Row extends pg.QueryResultRow>(sql: string): Promise<Row[]> =>
  (await administrator.query<Row>(sql)).rows;

const clientOf = (api: ApiProcess): ApiClient => createClient(api.origin, account.api_key, account.access);

function logIn(api: ApiProcess, password = PASSWORD, email = EMAIL): Promise<Response> {
  return fetch(`${api.origin}/api/auth/login/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  });
}

const isReady = (api: ApiProcess): Promise<boolean> =>
  fetch(`${api.origin}/api/health/ready/`).then(
    ({ status }) => status === 200,
    () => false,
  );

beforeAll(async () => {
  database = await createEmptyTestDatabase();
  administrator = new pg.Client({ connectionString: database.connectionString, application_name: 'test' });
  await administrator.connect();
  // One address of the database and one directory for all; each its own process from the start.
  const environment = {
    DATABASE_URL: `${database.connectionString}?connection_limit=4`,
    DATA_DIR: join(directory, 'shared'),
    // A quiz drawn from a ready bank needs no worker, and the tests are about workers.
    PREPARE_QUESTIONS: 'off',
  };
  const startWorker = (): SeparateProcess => startProgram('server/worker.ts', { environment });
  apis = [startApi({ environment }), startApi({ environment }), startApi({ environment })];
  workers = [startWorker(), startWorker()];
});

afterAll(async () => {
  for (const each of [...apis, ...workers]) await each.stop();
  await administrator.end();
  await database.drop();
});

test(
  'five processes that start at once on an empty database are all ready, and migrated it once',
  { timeout: 180_000 },
  async () => {
    for (const api of apis) {
      await api.listening;
      const ready = async (): Promise<boolean> => {
        if (await isReady(api)) return true;
        // A process that gave up will never be.
        expect(api.output()).not.toMatch(/"level":(?:50|60)|Error/u);
        return false;
      };
      await until(`${api.origin} is ready`, ready, 120_000);
    }
    await until('both workers take jobs', async () => {
      const rows = await ask(`select pid from pg_stat_activity
      where datname = current_database() and application_name like 'lectern-claims%'`);
      return rows.length === 2;
    });
    for (const each of [...apis, ...workers]) expect(each.output()).not.toMatch(/"level":(?:50|60)|Error/u);
    expect(await ask('select name from kysely_migration order by name')).toEqual(
      migrationNames.map((name) => ({ name })),
    );
  },
);

test('who signs in at one api is signed in at the others', async () => {
  const response = await fetch(`${apis[0].origin}/api/auth/register/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: EMAIL, email: EMAIL, password: PASSWORD, password2: PASSWORD }),
  });
  account = session.parse(await response.json());
  expect(session.parse(await (await logIn(apis[1])).json()).api_key).toBe(account.api_key);
  const byToken = await fetch(`${apis[2].origin}/api/courses/`, {
    headers: { authorization: `Bearer ${account.access}` },
  });
  expect(byToken.status).toBe(200);
  expect(await clientOf(apis[2]).call(courseList, '/api/courses/')).toEqual([]);
});

test('what is uploaded at one api is read through another, and a worker has read it', async () => {
  const text = readLesson(LESSON_NAMES[0])
    .passages.map((passage) => passage.text)
    .join('\n\n');
  const notes = join(directory, 'notes.txt');
  await writeFile(notes, text);
  const { url, docsource_id: documentSourceId } = await clientOf(apis[0]).uploadDocument(notes);
  const { id: course } = await clientOf(apis[1]).createCourse('Shared');
  const made = await clientOf(apis[1]).createLesson({
    title: 'Notes',
    file: url,
    course,
    docsource_id: documentSourceId,
  });
  const lesson = await clientOf(apis[2]).getLesson(made.id);
  expect(
    await (
      await fetch(new URL(new URL(lesson.file).pathname + new URL(lesson.file).search, apis[1].origin))
    ).text(),
  ).toBe(text);
});

/** Hears what happens to lessons, at one api. */
async function listen(api: ApiProcess): Promise<{ events: LessonEvent[]; stop: () => void }> {
  const stopping = new AbortController();
  const events: LessonEvent[] = [];
  const response = await fetch(`${api.origin}/api/events/`, {
    headers: { 'api-key': account.api_key },
    signal: stopping.signal,
  });
  expect(response.status).toBe(200);
  const read = async (): Promise<void> => {
    let text = '';
    for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) {
      text += chunk;
      const parts = text.split('\n\n');
      text = parts.pop() ?? '';
      for (const part of parts) {
        const data = /^event: lesson\ndata: (.*)$/mu.exec(part)?.[1];
        if (data !== undefined) events.push(lessonEvent.parse(JSON.parse(data)));
      }
    }
  };
  read().catch(() => undefined);
  return { events, stop: () => stopping.abort() };
}

test(
  'a worker that is killed at work is replaced by the other, and every api hears of the work',
  { timeout: 180_000 },
  async () => {
    const video = join(directory, 'lecture.mp4');
    const { recordings } = await getTestModels(undefined);
    await makeVideoFromAudio({ audioPath: recordings.twoCities, outputPath: video, repeatSeconds: 90 });
    const client = clientOf(apis[0]);
    const { id: course } = await client.createCourse('Lectures');
    const lesson = await client.createLesson({
      title: 'Lecture',
      file: await client.uploadVideo(video),
      course,
    });
    const heard = await listen(apis[2]);
    await client.transcribe(lesson.id);
    await until('words are being recognised', () =>
      Promise.resolve(heard.events.some(({ status, progress }) => status === 'running' && progress > 0)),
    );
    const atWork = await until('the worker at work is found', async () => {
      for (const worker of workers) {
        const children = await listDescendants(worker.processId);
        if (children.some(({ command }) => command.includes('moonshine.child'))) return worker;
      }
      return undefined;
    });
    process.kill(atWork.processId, 'SIGKILL');
    const done = await until(
      'the transcript has arrived',
      async () => {
        const now = await clientOf(apis[1]).getLesson(lesson.id);
        expect(now.transcription_error).toBeNull();
        return now.audio_transcript !== '' && now;
      },
      150_000,
    );
    await until('the end is heard', () =>
      Promise.resolve(
        heard.events.some(({ status, lesson_id: id }) => status === 'done' && id === lesson.id),
      ),
    );
    heard.stop();
    expect(await ask('select id from document_sources where spoken')).toEqual([{ id: done.docsource_id }]);
    const jobs = await ask<{ state: string; retry_count: number }>(
      `select state, retry_count from pgboss.job where name = 'transcribe-video'`,
    );
    expect(jobs).toEqual([{ state: 'completed', retry_count: 1 }]);
  },
);

test(
  'an api that is asked to stop answers what it has begun, while another serves',
  { timeout: 120_000 },
  async () => {
    const [leaving, staying] = apis;
    const [{ id } = { id: 0 }] = await ask<{ id: number }>(`select id from lessons where title = 'Notes'`);
    // Each worker loads its models for its first quiz: a stopping api does not wait for that.
    await Promise.all([3, 4].map((count) => clientOf(staying).generateQuestions(id, count)));
    const begun = clientOf(leaving).generateQuestions(id, 10);
    await until('a worker has the job', async () => {
      const [{ count } = { count: 0 }] = await ask<{ count: number }>(
        `select count(*)::int from pgboss.job where name = 'generate-questions'`,
      );
      return count === 3;
    });
    const stopped = leaving.stop();
    const statuses = new Set<number>();
    const ends: unknown[] = [];
    void leaving.exited.then((end) => ends.push(end));
    do {
      statuses.add(
        (await fetch(`${staying.origin}/api/courses/`, { headers: { 'api-key': account.api_key } })).status,
      );
      // One account may call 50 times a second.
      await delay(25);
    } while (ends.length === 0);
    expect((await begun).question_set.lesson_id).toBe(id);
    await stopped;
    expect((await leaving.exited).code).toBe(0);
    expect([...statuses]).toEqual([200]);
    expect(await isReady(leaving)).toBe(false);
  },
);

test.each(['server/api.ts', 'server/worker.ts'])(
  '%s without a database says what is missing',
  async (file) => {
    const said = await runProgram(file, { environment: { DATABASE_URL: '' }, code: 1 });
    expect(said).toBe(
      'DATABASE_URL is not set. A separate api or worker process needs the address of a PostgreSQL; npm start includes one.\n',
    );
  },
);
