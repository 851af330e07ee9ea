import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { session, type Session } from '#contract/accounts.ts';
import { getTestModels } from '#server/ai/testing/test-models.ts';
import { LESSON_NAMES, readLesson } from '#server/language/testing/read-lesson.ts';
import { makeVideoFromAudio } from '#server/media/testing/make-video.ts';
import { createEmptyTestDatabase, type TestDatabase } from '#server/testing/database.ts';
import { createClient, type ApiClient } from './api-client.ts';
import { queryDatabase } from './database-of.ts';
import { startLectern, until, type LecternProcess } from './lectern-process.ts';
import { runProgram, startApi, startProgram, type SeparateProcess } from './separate-process.ts';
import { useDirectory } from '#server/testing/use-directory.ts';

const BACKUP = 'server/commands/backup/backup.ts';
const RESTORE = 'server/commands/backup/restore.ts';
const EMAIL = 'teacher@example.org';
const PASSWORD = 'correct horse battery';

const directory = await useDirectory();
let target: TestDatabase;
const running: (SeparateProcess | LecternProcess)[] = [];

beforeAll(async () => {
  target = await createEmptyTestDatabase();
});

afterAll(async () => {
  for (const each of running) await each.stop();
  await target.drop();
});

async function post(origin: string, path: string, body: unknown): Promise<Session> {
  const response = await fetch(origin + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${text}`);
  return session.parse(JSON.parse(text));
}

const logIn = (origin: string): Promise<Session> =>
  post(origin, '/api/auth/login/', { email: EMAIL, password: PASSWORD });

async function fill(client: ApiClient) {
  const text = readLesson(LESSON_NAMES[0])
    .passages.map((passage) => passage.text)
    .join('\n\n');
  const notes = join(directory, 'notes.txt');
  await writeFile(notes, text);
  const { id: course } = await client.createCourse('The course that is saved');
  const { url, docsource_id: documentSourceId } = await client.uploadDocument(notes);
  const document = await client.createLesson({
    title: 'Notes',
    file: url,
    course,
    docsource_id: documentSourceId,
  });
  const questions = await client.writeQuiz(document.id, 5);
  const video = join(directory, 'lecture.mp4');
  const { recordings } = await getTestModels(undefined);
  await makeVideoFromAudio({ audioPath: recordings.twoCities, outputPath: video, repeatSeconds: 90 });
  const lecture = await client.createLesson({
    title: 'Lecture',
    file: await client.uploadVideo(video),
    course,
  });
  return { document, questions, lecture, text, video };
}

test(
  'backs up a running Lectern with a job under way, which resumes elsewhere as if nothing had happened',
  { timeout: 300_000 },
  async () => {
    const origin = { dataDirectory: join(directory, 'origin') };
    const lectern = await startLectern(origin);
    running.push(lectern);
    const account = await post(lectern.origin, '/api/auth/register/', {
      username: EMAIL,
      email: EMAIL,
      password: PASSWORD,
      password2: PASSWORD,
    });
    const client = createClient(lectern.origin, account.api_key, account.access);
    const made = await fill(client);
    await client.transcribe(made.lecture.id);
    await until('words are being recognised', async () => {
      const { transcription_progress: progress } = await client.getLesson(made.lecture.id);
      return progress !== null && progress > 0;
    });

    const whileRunning = join(directory, 'running.tar');
    const originEnvironment = { DATA_DIR: origin.dataDirectory, DATABASE_URL: '' };
    const said = await runProgram(BACKUP, { arguments: [whileRunning], environment: originEnvironment });
    expect(said).toMatch(/running\.tar: .* 2 files\.\nIt holds people's lessons and the secret/u);
    // The job was under way when the snapshot was taken, or this test would prove less than it says.
    expect((await client.getLesson(made.lecture.id)).transcription_progress).not.toBe(100);
    expect(
      await runProgram(RESTORE, { arguments: [whileRunning], environment: originEnvironment, code: 1 }),
    ).toMatch(/Lectern is already running on/u);
    await lectern.stop();
    const whileStopped = join(directory, 'stopped.tar');
    await runProgram(BACKUP, { arguments: [whileStopped], environment: originEnvironment });

    // Into a database of another server, as several processes would share it.
    const environment = {
      DATABASE_URL: target.connectionString,
      DATA_DIR: join(directory, 'elsewhere'),
    };
    const restored = await runProgram(RESTORE, { arguments: [whileRunning], environment });
    // The transcription and, if it has not ended yet, the preparation of the document's questions.
    expect(restored).toMatch(/Restored: 2 files, and [12] jobs/u);
    expect(await runProgram(RESTORE, { arguments: [whileRunning], environment, code: 1 })).toMatch(
      /not empty \(.*courses 1.*add --replace/u,
    );
    expect(
      await runProgram(RESTORE, { arguments: [whileRunning, '--replace'], environment, code: 1 }),
    ).toMatch(/All of this will be lost.*Add --yes/u);
    const api = startApi({ environment });
    running.push(api, startProgram('server/worker.ts', { environment }));
    await api.listening;
    const elsewhere = api.origin;
    await until('the api answers', () =>
      fetch(`${elsewhere}/api/health/`).then(
        (response) => response.ok,
        () => false,
      ),
    );
    const again = await logIn(elsewhere);
    expect(again.api_key).toBe(account.api_key);
    const there = createClient(elsewhere, account.api_key, again.access);
    const document = await there.getLesson(made.document.id);
    expect(await (await fetch(new URL(document.file, elsewhere))).text()).toBe(made.text);
    const lecture = await there.getLesson(made.lecture.id);
    const bytes = await (await fetch(new URL(lecture.file, elsewhere))).arrayBuffer();
    expect(Buffer.from(bytes).equals(await readFile(made.video))).toBe(true);
    const { question_set: set } = await there.call(
      z.object({ question_set: z.object({ question_count: z.number() }) }),
      `/api/question-sets/by_question_set/?question_set_id=${made.questions.question_set.id}`,
    );
    expect(set.question_count).toBe(made.questions.question_set.question_count);

    const done = await until(
      'the transcription that was under way has arrived',
      async () => {
        const lesson = await there.getLesson(made.lecture.id);
        expect(lesson.transcription_error).toBeNull();
        return lesson.audio_transcript !== '' && lesson.docsource_id !== null && lesson;
      },
      120_000,
    );
    const database = new pg.Client({ connectionString: target.connectionString });
    await database.connect();
    const spoken = await database.query('select id from document_sources where spoken');
    // The transcript arrives with the job's last transaction, and the queue hears of its end a moment later.
    const ended = await until('the job has ended', async () => {
      const { rows } = await database.query<{ state: string }>(
        `select state from pgboss.job where name = 'transcribe-video'`,
      );
      return rows.every(({ state }) => state !== 'active') && rows;
    });
    await database.end();
    expect(spoken.rows).toEqual([{ id: done.docsource_id }]);
    expect(ended).toEqual([{ state: 'completed' }]);

    // And back into an embedded database, at a place where nothing was.
    const embedded = { dataDirectory: join(directory, 'embedded') };
    await runProgram(RESTORE, {
      arguments: [whileStopped],
      environment: { DATA_DIR: embedded.dataDirectory, DATABASE_URL: '' },
    });
    const third = await startLectern(embedded);
    running.push(third);
    expect((await logIn(third.origin)).api_key).toBe(account.api_key);
    expect(await queryDatabase(embedded.dataDirectory, 'select title from courses')).toEqual([
      { title: 'The course that is saved' },
    ]);
  },
);
