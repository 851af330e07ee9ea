import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { editableTranscript } from '#contract/transcript-editing/edits.ts';
import { fromWire } from '#contract/wire-names.ts';
import { makeReadLesson, replaceText } from '#server/features/quizzes/bank/testing/bank-test.ts';
import { ManualClock } from '#server/testing/manual-clock.ts';
import { saveTranscriptEdits } from './edit-transcript.ts';
import { followCorrections } from './follow-corrections.ts';
import { useTestApplication } from '#server/testing/use-test-application.ts';

const VTT = `WEBVTT

00:01.000 --> 00:05.000
Plants turn light into sugar.

00:05.000 --> 00:09.000
They do this in their leafs.
`;

let lessonId: number;
let transcriptionId: string;
let clock: ManualClock;
const application = await useTestApplication();
const teacher = await application.register();
beforeEach(async () => {
  clock = new ManualClock();
  ({ id: lessonId } = await makeReadLesson(application, teacher, 'An earlier text.'));
  await replaceText(application, teacher, lessonId, VTT);
  ({ transcription_id: transcriptionId } = await read());
});

const holdTexts = (): Promise<void> => Promise.resolve();
const actor = () => ({ userId: teacher.id, instructorId: teacher.id });
const read = async () => {
  const answer = await teacher.get(`/api/lessons/${lessonId}/transcript/`);
  return fromWire(answer.read(200, editableTranscript));
};

/** Gives the second line another text, at the clock's time. */
async function correct(text: string): Promise<void> {
  const { version, cues } = await read();
  const insert = [{ start_second: 5, end_second: 9, ...cues[1], text }];
  const edits = [{ id: randomUUID(), steps: [{ kind: 'splice' as const, at: 1, remove: 1, insert }] }];
  const request = { transcription_id: transcriptionId, base_version: version, edits };
  await saveTranscriptEdits({ ...application.dependencies, clock }, actor(), lessonId, request, holdTexts);
}

const follow = (signal = new AbortController().signal): Promise<void> =>
  followCorrections({ ...application.dependencies, clock }, transcriptionId, signal);
/** Lets it look again, half a second later. */
async function lookAgain(): Promise<void> {
  await clock.untilWaiting();
  await clock.advance(500);
}
const readText = async (): Promise<string> => (await teacher.readLesson(lessonId)).audio_transcript;

test('waits until the instructor has paused for a second and a half', async () => {
  await correct('They do this in their leave.');
  const following = follow();
  await lookAgain();
  await lookAgain();
  await clock.untilWaiting();
  await correct('They do this in their leaves.');
  for (let looks = 0; looks < 3; looks += 1) {
    expect(await readText()).toContain('leafs.');
    await lookAgain();
  }
  await following;
  expect(await readText()).toBe('Plants turn light into sugar. They do this in their leaves.');
});

test('waits fifteen seconds at most while the instructor keeps editing', async () => {
  await correct('Edit 0.');
  const following = follow();
  for (let edit = 1; edit <= 30; edit += 1) {
    await clock.untilWaiting();
    await correct(`Edit ${edit}.`);
    await clock.advance(500);
  }
  await following;
  expect(await readText()).toContain('Edit 30.');
});

test('a worker that stops does not wait', async () => {
  await correct('They do this in their leaves.');
  const stopping = new AbortController();
  const following = follow(stopping.signal);
  await clock.untilWaiting();
  stopping.abort(new Error('stopping'));
  await expect(following).rejects.toThrow('stopping');
  expect(await readText()).toContain('leafs.');
});
