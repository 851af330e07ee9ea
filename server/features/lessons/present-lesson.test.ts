import { expect, test } from 'vitest';
import { lesson as lessonSchema, type WireLesson } from '#contract/lessons.ts';
import { jobContext, workerOf } from '../quizzes/bank/testing/bank-test.ts';
import { haveTranscriptRead } from '../transcripts/bring-transcript.ts';
import { readBroughtTranscript } from '../transcripts/read-brought-transcript.ts';
import { findLesson, type LessonRow } from './lesson.store.ts';
import { presentLesson } from './present-lesson.ts';
import { useTestApplication } from '#server/testing/use-test-application.ts';

const application = await useTestApplication();
const owner = await application.register();

/** Gives the lesson a transcript of one cue, in place of the one that it has. */
async function replaceTranscript(lessonId: number, text: string): Promise<void> {
  const { dependencies } = application;
  const actor = { userId: owner.id, instructorId: owner.id };
  await haveTranscriptRead(dependencies, actor, lessonId, `1\n00:00:01,000 --> 00:00:04,000\n${text}\n`);
  const { id } = await dependencies.database
    .selectFrom('transcriptions')
    .select('id')
    .where('lesson_id', '=', lessonId)
    .where('status', '=', 'queued')
    .executeTakeFirstOrThrow();
  await readBroughtTranscript(workerOf(application), id, jobContext({}));
}

async function readRow(lessonId: number): Promise<LessonRow> {
  const row = await findLesson(application.dependencies.database, lessonId);
  if (row === undefined) throw new Error('The lesson is missing.');
  return row;
}

async function present(row: LessonRow): Promise<WireLesson> {
  let text = '';
  for await (const piece of await presentLesson(application.dependencies, 'http://localhost', row))
    text += piece;
  return lessonSchema.parse(JSON.parse(text));
}

test('returns the new transcript when the one that was read first has been replaced', async () => {
  const { id } = await owner.makeLesson({ file: 'https://example.org/lesson.mp4' });
  await replaceTranscript(id, 'Plants turn light into sugar.');
  const earlier = await readRow(id);
  await replaceTranscript(id, 'Leaves absorb red light.');
  const presented = await present(earlier);
  expect(presented.video_id).not.toBe(earlier.transcription_id);
  expect(presented.audio_transcript).toBe('Leaves absorb red light.');
  expect(presented.transcript_cues.map(({ text }) => text)).toEqual(['Leaves absorb red light.']);
});

test('returns no transcript that arrived after the lesson was looked up, since the rest of the answer does not know it', async () => {
  const { id } = await owner.makeLesson({ file: 'https://example.org/lesson.mp4' });
  const earlier = await readRow(id);
  await replaceTranscript(id, 'Leaves absorb red light.');
  expect(await present(earlier)).toMatchObject({ docsource_id: null, audio_transcript: '' });
  expect((await present(await readRow(id))).audio_transcript).toBe('Leaves absorb red light.');
});

test('rejects a lesson that has been deleted', async () => {
  const { id } = await owner.makeLesson({ file: 'https://example.org/lesson.mp4' });
  await replaceTranscript(id, 'Plants turn light into sugar.');
  const earlier = await readRow(id);
  await application.dependencies.database.deleteFrom('all_lessons').where('id', '=', id).execute();
  await expect(present(earlier)).rejects.toMatchObject({ code: 'not_found' });
});
