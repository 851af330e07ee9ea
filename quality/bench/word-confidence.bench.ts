/**
 * Whether the words that the studio marks are wrong more often than others: recordings of which every word is known, as they are
 * and spoiled by noise and echo. The last set is read by a synthetic voice (Flite).
 */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DOUBTFUL_PERCENT, splitWords } from '#contract/transcript-editing/words-of-cue.ts';
import { modelPaths } from '#server/ai/model-files/model-catalogue.ts';
import { createMoonshineSpeechToText } from '#server/ai/moonshine/moonshine-speech-to-text.ts';
import { encodeWav } from '#server/ai/openai-compatible/encode-wav.ts';
import { createSileroSpeechDetector } from '#server/ai/speech-detection/speech-detector.ts';
import { normalizeWords } from '#server/ai/testing/word-error-rate.ts';
import { readConfig } from '#server/config.ts';
import { readAllSamples } from '#server/media/testing/make-video.ts';
import { transcribeMedia } from '#server/media/transcribe-media.ts';
import { alignWords } from '../evaluation/sound/align-words.ts';
import { spoilSpeech, type RecordingCase } from '../evaluation/sound/list-cases.ts';
import { readBundledSpeech, readLibrivoxSpeech, type Speech } from '../evaluation/sound/read-speech.ts';
import { printResult } from './result.ts';

const DEMO = join(import.meta.dirname, '../../server/commands/demo/lessons');
const THRESHOLDS = [30, 40, 50, 60, 70, 80];

/** A word that was heard. */
interface Heard {
  readonly percent: number;
  readonly isWrong: boolean;
}

const paths = modelPaths(readConfig().modelsDirectory);
const speechToText = createMoonshineSpeechToText({ files: paths.moonshine, processes: 2 });
const speechDetector = createSileroSpeechDetector({ modelPath: paths.sileroPath });
const directory = await mkdtemp(join(tmpdir(), 'lectern-confidence-'));

async function hear({ reference, makeSamples }: RecordingCase): Promise<Heard[]> {
  const path = join(directory, 'recording.wav');
  await writeFile(path, encodeWav(makeSamples()));
  const { cues } = await transcribeMedia({ path, speechToText, speechDetector });
  const words = cues.flatMap(({ text, wordConfidences }) =>
    splitWords(text).map((word, index) => ({ word, percent: wordConfidences?.[index] })),
  );
  // "twenty-one" is one word of a transcript and two that are compared.
  const compared = words.flatMap(({ word, percent }) =>
    normalizeWords(word).map((each) => ({ word: each, percent })),
  );
  const said = alignWords(
    normalizeWords(reference),
    compared.map(({ word }) => word),
  );
  return compared.flatMap(({ word, percent }, index) =>
    percent === undefined ? [] : [{ percent, isWrong: said[index] !== word }],
  );
}

/** Of four minutes, a few kinds are enough, each once. */
const LECTURE_CASES = [
  'as recorded',
  'pink noise at 10 dB',
  'white noise at 10 dB',
  'room echo of 0.5 s',
  'telephone',
];
const isOfLecture = ({ name }: RecordingCase, index: number, all: readonly RecordingCase[]): boolean =>
  LECTURE_CASES.includes(name) && all.findIndex((each) => each.name === name) === index;

const shareWrong = (words: readonly Heard[]): number =>
  words.filter(({ isWrong }) => isWrong).length / Math.max(1, words.length);
const inPercent = (value: number): string => `${(100 * value).toFixed(1)} %`;

function report(name: string, words: readonly Heard[]): void {
  const wrong = words.filter(({ isWrong }) => isWrong);
  console.log(`${name}: ${words.length} words, ${inPercent(shareWrong(words))} wrong`);
  for (const threshold of THRESHOLDS) {
    const marked = words.filter(({ percent }) => percent < threshold);
    const others = words.filter(({ percent }) => percent >= threshold);
    const found = wrong.filter(({ percent }) => percent < threshold).length / Math.max(1, wrong.length);
    console.log(
      `  below ${threshold} %: ${inPercent(marked.length / words.length)} of the words are marked, ` +
        `${inPercent(shareWrong(marked))} of these are wrong, ${inPercent(shareWrong(others))} of the others; ` +
        `${inPercent(found)} of the wrong words are marked`,
    );
  }
}

try {
  const bundled = await readBundledSpeech(paths.recordings);
  const heldOut = await readLibrivoxSpeech();
  const synthetic: Speech = {
    samples: await readAllSamples(join(DEMO, 'what-inflation-is.opus')),
    reference: await readFile(join(DEMO, 'what-inflation-is.txt'), 'utf8'),
  };
  const sets: Record<string, RecordingCase[]> = {
    'bundled recordings': spoilSpeech(bundled.all),
    'held-out recording': heldOut === undefined ? [] : spoilSpeech(heldOut),
    'synthetic voice': spoilSpeech(synthetic).filter(isOfLecture),
  };
  const all: Heard[] = [];
  for (const [name, cases] of Object.entries(sets)) {
    const words: Heard[] = [];
    for (const each of cases) words.push(...(await hear(each)));
    if (words.length > 0) report(name, words);
    all.push(...words);
  }
  report('all', all);
  const marked = all.filter(({ percent }) => percent < DOUBTFUL_PERCENT);
  printResult({
    name: `marked words (below ${DOUBTFUL_PERCENT} %) that are wrong`,
    value: inPercent(shareWrong(marked)),
    peer: `all words ${inPercent(shareWrong(all))}`,
    ratio: shareWrong(marked) / shareWrong(all),
    goal: 'more than twice as often as any word',
    met: shareWrong(marked) > 2 * shareWrong(all),
  });
} finally {
  await Promise.all([speechToText.close(), speechDetector.close()]);
  await rm(directory, { recursive: true });
}
