import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { lesson } from '#contract/lessons.ts';
import { RECORDING_TRANSCRIPTS } from '#server/ai/testing/recording-transcripts.ts';
import { getTestModels } from '#server/ai/testing/test-models.ts';
import { wordErrorRate } from '#server/ai/testing/word-error-rate.ts';
import { makeVideo, makeVideoFromAudio } from '#server/media/testing/make-video.ts';
import { eventually, startTestApplication, type TestApplication } from '#server/testing/test-application.ts';
import type { TestInstructor } from '#server/testing/test-instructor.ts';

let application: TestApplication;
let teacher: TestInstructor;
beforeAll(async () => {
  application = await startTestApplication({ worker: true, models: 'real' });
  teacher = await application.register();
});
afterAll(() => application.close());

async function transcribe(path: string) {
  const { id } = await teacher.makeVideoLesson(await readFile(path));
  (await teacher.post('/api/transcribe-video/', { lesson_id: id })).read(202, lesson);
  return eventually('the transcription to end', async () => {
    const now = await teacher.readLesson(id);
    return now.docsource_id !== null || now.transcription_error !== null ? now : undefined;
  });
}

test('the built-in model transcribes an uploaded lecture', async () => {
  const { recordings } = await getTestModels(undefined);
  const outputPath = join(application.dataDirectory, 'speech.mp4');
  await makeVideoFromAudio({ audioPath: recordings.beckett, outputPath });
  const done = await transcribe(outputPath);
  expect(done.transcription_error).toBeNull();
  expect(wordErrorRate(RECORDING_TRANSCRIPTS.beckett, done.audio_transcript)).toBeLessThanOrEqual(0.05);
});

test('a video in which no one speaks says so', async () => {
  const outputPath = join(application.dataDirectory, 'silence.mp4');
  makeVideo({ outputPath, samples: new Float32Array(32_000) });
  expect((await transcribe(outputPath)).transcription_error).toMatch(/speech/i);
});
