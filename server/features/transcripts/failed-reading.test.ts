import { expect, test } from 'vitest';
import { lesson, type WireLesson } from '#contract/lessons.ts';
import type { WorkerDependencies } from '#server/worker-dependencies.ts';
import { jobContext, workerOf } from '../quizzes/bank/testing/bank-test.ts';
import { haveTranscriptRead } from './bring-transcript.ts';
import { readBroughtTranscript } from './read-brought-transcript.ts';
import { endStalledTranscriptions } from './resume-transcription.ts';
import { useTestApplication } from '#server/testing/use-test-application.ts';

const BROKEN = '1\n00:00:05,000 --> nonsense\nHello\n\n2\n00:00:aa,000 --> 00:00:09,000\nThere\n';

const application = await useTestApplication();
const owner = await application.register();

async function bring({ id }: WireLesson, text: string): Promise<string> {
  const { dependencies } = application;
  const actor = { userId: owner.id, instructorId: owner.id };
  await haveTranscriptRead(dependencies, actor, id, text);
  const rows = await dependencies.database
    .selectFrom('transcriptions')
    .select('id')
    .where('lesson_id', '=', id)
    .where('status', '=', 'queued')
    .execute();
  return rows[0]?.id ?? '';
}

const makeLesson = (): Promise<WireLesson> => owner.makeLesson({ file: 'https://example.org/lesson.mp4' });
const read = (videoId: string, change: Parameters<typeof jobContext>[0], worker = workerOf(application)) =>
  readBroughtTranscript(worker, videoId, jobContext(change));

/** The queue fails when the transcript's text is kept. */
const failing = (): WorkerDependencies =>
  workerOf(application, {
    jobs: {
      ...application.dependencies.jobs,
      enqueue: () => Promise.reject(new Error('The queue does not answer.')),
    },
  });

test('a transcript that cannot be read in any attempt leaves a message on the lesson with what to do', async () => {
  const made = await makeLesson();
  const videoId = await bring(made, 'Plants turn light into sugar.');
  await expect(read(videoId, {}, failing())).rejects.toThrow('The queue does not answer.');
  expect((await owner.readLesson(made.id)).transcription_error).toBeNull();
  await expect(read(videoId, { isLastAttempt: true }, failing())).rejects.toThrow(
    'The queue does not answer.',
  );
  expect(await owner.readLesson(made.id)).toMatchObject({
    video_id: null,
    transcription_error: expect.stringMatching(/save the transcript again/u) as string,
    transcription_error_coded: { code: 'transcript_not_read', params: {} },
  });
  const again = await bring(made, 'Plants turn light into sugar.');
  await read(again, {});
  expect(await owner.readLesson(made.id)).toMatchObject({
    audio_transcript: 'Plants turn light into sugar.',
    transcription_error: null,
  });
});

test('an attempt that is broken off because the worker stops leaves no message', async () => {
  const made = await makeLesson();
  const videoId = await bring(made, 'Plants turn light into sugar.');
  const context = { isLastAttempt: true, signal: AbortSignal.abort(new Error('The worker stops.')) };
  await expect(read(videoId, context, failing())).rejects.toThrow();
  expect((await owner.readLesson(made.id)).transcription_error).toBeNull();
});

test('subtitles that come with a new lesson and cannot be read leave the reason on the lesson', async () => {
  const { course } = await makeLesson();
  const created = await owner.post('/api/lessons/', {
    title: 'With broken subtitles',
    type: 'lesson',
    file: 'https://example.org/lesson.mp4',
    course,
    audio_transcript: BROKEN,
  });
  const { id } = created.read(201, lesson);
  const row = await application.dependencies.database
    .selectFrom('transcriptions')
    .select('id')
    .where('lesson_id', '=', id)
    .executeTakeFirstOrThrow();
  await expect(read(row.id, {})).rejects.toMatchObject({ code: 'subtitles_unreadable' });
  expect((await owner.readLesson(id)).transcription_error).toMatch(/Correct the line/u);
});

test('a refused transcript leaves no message on a lesson that has one, also not when stalled work is ended', async () => {
  const made = await makeLesson();
  await read(await bring(made, 'Plants turn light into sugar.'), {});
  await expect(read(await bring(made, BROKEN), {})).rejects.toMatchObject({ code: 'subtitles_unreadable' });
  await endStalledTranscriptions(application.dependencies, new Date(Date.now() + 2 * 3_600_000));
  expect(await owner.readLesson(made.id)).toMatchObject({
    audio_transcript: 'Plants turn light into sugar.',
    transcription_error: null,
  });
});

test('a transcript that is read late does not replace one that was sent after it', async () => {
  const made = await makeLesson();
  const first = await bring(made, 'Plants turn light into sugar.');
  const { database } = application.dependencies;
  await database.updateTable('transcriptions').set({ status: 'running' }).where('id', '=', first).execute();
  await read(await bring(made, 'Roots take up water.'), {});
  await read(first, {});
  expect((await owner.readLesson(made.id)).audio_transcript).toBe('Roots take up water.');
});

test('a transcript whose worker died in the last attempt leaves a message once its job is gone', async () => {
  const made = await makeLesson();
  await bring(made, 'Plants turn light into sugar.');
  const { dependencies } = application;
  await dependencies.jobs.forgetInstructor(dependencies.database, owner.id);
  await endStalledTranscriptions(dependencies, new Date(Date.now() + 2 * 3_600_000));
  expect((await owner.readLesson(made.id)).transcription_error_coded).toMatchObject({
    code: 'transcription_interrupted',
  });
});
