import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { message } from '#contract/messages/make-message.ts';
import { lesson, type WireLesson } from '#contract/lessons.ts';
import { restored } from '#contract/trash.ts';
import { makeVideo } from '#server/testing/test-tus-client.ts';
import { splitTranscript } from '#server/documents/split-transcript.ts';
import { jobContext, makeReadLesson } from '../quizzes/bank/testing/bank-test.ts';
import { completeTranscription, failTranscription } from '../transcripts/end-transcription.ts';
import { readBroughtTranscript } from '../transcripts/read-brought-transcript.ts';
import { endStalledTranscriptions } from '../transcripts/resume-transcription.ts';
import { runTranscription } from '../transcripts/run-transcription.ts';
import type { WorkerDependencies } from '#server/worker-dependencies.ts';
import { useTestApplication } from '#server/testing/use-test-application.ts';

const HOUR = 3_600_000;

const application = await useTestApplication({ variables: { PREPARE_QUESTIONS: 'on' } });
const owner = await application.register();

/** A video lesson whose transcription waits for a worker; there is none. */
async function makeWaiting(): Promise<WireLesson & { video_id: string }> {
  const made = await owner.makeVideoLesson(makeVideo(2_000));
  const started = await owner.post('/api/transcribe-video/', { lesson_id: made.id });
  const { video_id: transcriptionId, ...rest } = started.read(202, lesson);
  return { ...rest, video_id: transcriptionId ?? '' };
}
const trash = ({ id }: { id: number }) => owner.call('DELETE', `/api/lessons/${id}/`);
const restore = async ({ id }: { id: number }) =>
  (await owner.post(`/api/trash/lessons/${id}/restore/`)).read(200, restored);

/** As a worker does that ends the jobs about a video. */
const endJobs = (transcriptionId: string) =>
  sql`update pgboss.job set state = 'completed', completed_on = now()
    where name = 'transcribe-video' and data->>'video_id' = ${transcriptionId}`.execute(
    application.dependencies.database,
  );
async function countWaiting(transcriptionId: string): Promise<number> {
  const jobs = await application.dependencies.jobs.listUnfinished('transcribe-video');
  return jobs.filter((job) => 'video_id' in job && job.video_id === transcriptionId).length;
}

const CUES = [
  { startSecond: 0, endSecond: 4, text: 'Plants turn light into sugar.' },
  { startSecond: 4, endSecond: 9, text: 'Leaves absorb red light and blue light.' },
];
const transcript = { cues: CUES, text: splitTranscript(CUES), durationSeconds: 9, recording: null };

describe('a transcription of a lesson in the trash', () => {
  test('is not begun, and is enqueued again when the lesson is restored', async () => {
    const made = await makeWaiting();
    await trash(made);
    const job = { jobId: 'a', signal: new AbortController().signal, isLastAttempt: true };
    // No model is needed: it ends before it reads anything.
    await runTranscription(application.dependencies as WorkerDependencies, made.video_id, job);
    await endJobs(made.video_id);
    await restore(made);
    expect(await countWaiting(made.video_id)).toBe(1);
    expect(await owner.readLesson(made.id)).toMatchObject({
      video_id: made.video_id,
      transcription_error: null,
      transcription_progress: 0,
    });
  });

  test('that still waits or runs is not enqueued a second time', async () => {
    const made = await makeWaiting();
    await trash(made);
    await restore(made);
    expect(await countWaiting(made.video_id)).toBe(1);
  });

  test('rests as long as the lesson is in the trash, and is not declared broken', async () => {
    const made = await makeWaiting();
    await trash(made);
    await endJobs(made.video_id);
    await endStalledTranscriptions(application.dependencies, new Date(Date.now() + 48 * HOUR));
    await restore(made);
    expect((await owner.readLesson(made.id)).transcription_error).toBeNull();
    expect(await countWaiting(made.video_id)).toBe(1);
  });

  test('that was finished by then is split by the worker, and given to the restored lesson once', async () => {
    const made = await makeWaiting();
    await trash(made);
    const transcription = { id: made.video_id, instructor_id: owner.id };
    await completeTranscription(application.dependencies, transcription, transcript);
    await endJobs(made.video_id);
    await restore(made);
    const { database, jobs } = application.dependencies;
    expect(await jobs.listUnfinished('read-transcript')).toContainEqual(
      expect.objectContaining({ video_id: made.video_id }),
    );
    expect((await owner.readLesson(made.id)).docsource_id).toBeNull();
    await Promise.all(
      [1, 2].map(() => readBroughtTranscript(application.dependencies, made.video_id, jobContext())),
    );
    await readBroughtTranscript(application.dependencies, made.video_id, jobContext());
    const after = await owner.readLesson(made.id);
    expect(after.audio_transcript).toContain('Plants turn light into sugar.');
    expect(after.transcript_cues).toHaveLength(2);
    expect(after.docsource_id).not.toBe('');
    const { rows } = await sql<{ status: string }>`select status from question_banks
      where lesson_id = ${made.id}`.execute(database);
    expect(rows).toEqual([{ status: 'waiting' }]);
  });

  test('that has failed leaves its reason on the restored lesson', async () => {
    const made = await makeWaiting();
    await trash(made);
    await failTranscription(
      application.dependencies,
      { id: made.video_id, instructor_id: owner.id },
      message('media_without_speech'),
    );
    await restore(made);
    expect(await owner.readLesson(made.id)).toMatchObject({
      video_id: null,
      transcription_error: expect.stringMatching(/^No speech was found/u) as string,
      transcription_error_coded: { code: 'media_without_speech', params: {} },
    });
  });
});

test('a transcript that was brought and not read yet is read after the lesson is restored', async () => {
  const made = await owner.makeVideoLesson(makeVideo(2_000));
  const brought = await owner.post('/api/lessons/', {
    title: 'With a transcript',
    type: 'lesson',
    file: made.file,
    course: made.course,
    audio_transcript: 'Plants turn light into sugar.',
  });
  const { id } = brought.read(201, lesson);
  const { database, jobs } = application.dependencies;
  await owner.call('DELETE', `/api/lessons/${id}/`);
  await sql`update pgboss.job set state = 'failed', completed_on = now() where name = 'read-transcript'`.execute(
    database,
  );
  expect(await jobs.listUnfinished('read-transcript')).toEqual([]);
  await owner.post(`/api/trash/lessons/${id}/restore/`);
  expect(await jobs.listUnfinished('read-transcript')).toHaveLength(1);
});

test('a preparation of questions that stopped is enqueued again', async () => {
  const text =
    'Photosynthesis turns light into sugar. Chlorophyll absorbs red light and blue light in the leaf.';
  const made = await makeReadLesson(application, owner, text);
  await trash(made);
  const { database, jobs } = application.dependencies;
  await sql`update pgboss.job set state = 'completed', completed_on = now() where name = 'prepare-questions'`.execute(
    database,
  );
  await restore(made);
  expect(await jobs.listUnfinished('prepare-questions')).toMatchObject([{ lesson_id: made.id }]);
});
