import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createMoonshineSpeechToText } from '#server/ai/moonshine/moonshine-speech-to-text.ts';
import { encodeWav } from '#server/ai/openai-compatible/encode-wav.ts';
import {
  createSileroSpeechDetector,
  type SpeechDetector,
} from '#server/ai/speech-detection/speech-detector.ts';
import type { Cue, SpeechToText } from '#server/ai/speech-to-text.ts';
import { getTestModels } from '#server/ai/testing/test-models.ts';
import { wordErrorRate } from '#server/ai/testing/word-error-rate.ts';
import { transcribeMedia } from '#server/media/transcribe-media.ts';
import { listWordless, pauseLong, spoilSpeech, takeTurns, type RecordingCase } from './list-cases.ts';
import { readBundledSpeech, type BundledSpeech } from './read-speech.ts';
import { useDirectory } from '#server/testing/use-directory.ts';

const directory = await useDirectory();
let speechToText: SpeechToText;
let speechDetector: SpeechDetector;
let speech: BundledSpeech;

beforeAll(async () => {
  const models = await getTestModels(process.env['LECTERN_TEST_MODELS_DIR']);
  speechToText = createMoonshineSpeechToText({ files: models.moonshine, processes: 2 });
  speechDetector = createSileroSpeechDetector({ modelPath: models.sileroPath });
  speech = await readBundledSpeech(models.recordings);
}, 300_000);

afterAll(async () => {
  await Promise.all([speechToText.close(), speechDetector.close()]);
});

async function transcribe({ makeSamples }: RecordingCase): Promise<Cue[]> {
  const path = join(directory, 'recording.wav');
  await writeFile(path, encodeWav(makeSamples()));
  return (await transcribeMedia({ path, speechToText, speechDetector })).cues;
}

function findCase(name: string): RecordingCase {
  const found = spoilSpeech(speech.all).find((each) => each.name === name);
  if (found === undefined) throw new Error(`There is no recording ${name}.`);
  return found;
}

const errorsIn = ({ reference }: RecordingCase, cues: readonly Cue[]): number =>
  wordErrorRate(reference, cues.map(({ text }) => text).join(' '));

test.each(listWordless(60).map((each) => [each.name, each] as const))(
  'hears no word in a minute of %s',
  async (_, wordless) => {
    expect(await transcribe(wordless)).toEqual([]);
  },
  60_000,
);

test.each([
  ['pink noise at 10 dB', 0.05],
  ['room echo of 0.5 s', 0.08],
  ['telephone', 0.05],
  ['quiet microphone', 0.05],
  ['laptop in a room', 0.08],
])(
  'hears nearly all words by %s',
  async (name, most) => {
    const spoiled = findCase(name);
    expect(errorsIn(spoiled, await transcribe(spoiled))).toBeLessThanOrEqual(most);
  },
  120_000,
);

test('hears nothing in a minute of music and every sentence after it', async () => {
  const spoiled = findCase('a minute of music first');
  const cues = await transcribe(spoiled);
  expect(cues[0]?.startSecond).toBeGreaterThan(59);
  expect(errorsIn(spoiled, cues)).toBeLessThanOrEqual(0.05);
}, 120_000);

test('hears nothing in five minutes of silence between two speakers', async () => {
  const paused = pauseLong(speech.speakers);
  const cues = await transcribe(paused);
  expect(cues.filter(({ startSecond }) => startSecond > 46 && startSecond < 344)).toEqual([]);
  expect(errorsIn(paused, cues)).toBeLessThanOrEqual(0.05);
}, 120_000);

test('hears both of two speakers who interrupt each other', async () => {
  const turns = takeTurns(speech.turns);
  expect(errorsIn(turns, await transcribe(turns))).toBeLessThanOrEqual(0.05);
}, 120_000);
