import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { RECORDING_TRANSCRIPTS } from '#server/ai/testing/recording-transcripts.ts';
import { SPEECH_SAMPLE_RATE } from '#server/ai/speech-to-text.ts';
import { joinSamples, readAllSamples } from '#server/media/testing/make-video.ts';

/** Speech and its words. */
export interface Speech {
  readonly samples: Float32Array;
  readonly reference: string;
}

/** Where sentences end in the two recordings, in seconds, and how many words are said until then. */
const TURNS = {
  twoCities: { seconds: [0.9, 10.4, 20.8, 28.6, 41.6], words: [0, 30, 60, 85, 119] },
  beckett: { seconds: [0.3, 2.9, 6.1, 9.1], words: [0, 4, 8, 12] },
} as const;

const PAUSE = new Float32Array(1.5 * SPEECH_SAMPLE_RATE);

export interface BundledSpeech {
  /** One recording after the other. */
  readonly all: Speech;
  readonly speakers: readonly Speech[];
  /** The two by turns, a few sentences each. */
  readonly turns: readonly Speech[];
}

/** The two recordings that come with the speech model. */
export async function readBundledSpeech(recordings: {
  readonly twoCities: string;
  readonly beckett: string;
}): Promise<BundledSpeech> {
  const speakers: Speech[] = [];
  const cut: Speech[][] = [];
  for (const name of ['twoCities', 'beckett'] as const) {
    const samples = await readAllSamples(recordings[name]);
    const reference = RECORDING_TRANSCRIPTS[name];
    speakers.push({ samples, reference });
    cut.push(cutAtSentences({ samples, reference }, TURNS[name]));
  }
  const [long = [], short = []] = cut;
  const turns = long.flatMap((turn, index) => [turn, ...short.slice(index, index + 1)]);
  return { all: joinSpeech(speakers), speakers, turns };
}

function cutAtSentences(
  { samples, reference }: Speech,
  { seconds, words }: { readonly seconds: readonly number[]; readonly words: readonly number[] },
): Speech[] {
  const said = reference.split(' ');
  return seconds.slice(1).map((end, index) => ({
    samples: samples.slice((seconds[index] ?? 0) * SPEECH_SAMPLE_RATE, end * SPEECH_SAMPLE_RATE),
    reference: said.slice(words[index], words[index + 1]).join(' '),
  }));
}

/** With a pause between them. */
export function joinSpeech(parts: readonly Speech[]): Speech {
  return {
    samples: joinSamples(parts.flatMap(({ samples }) => [samples, PAUSE])),
    reference: parts.map(({ reference }) => reference).join(' '),
  };
}

/** Where Debian's package pocketsphinx-testdata puts five sentences of a LibriVox reading of Sense and Sensibility. */
const LIBRIVOX = '/usr/share/pocketsphinx/test/data/librivox';

/**
 * Another speaker, whom nothing was tuned on.
 * @returns undefined when the package is not installed
 */
export async function readLibrivoxSpeech(): Promise<Speech | undefined> {
  const lines = await readFile(join(LIBRIVOX, 'transcription'), 'utf8').catch(() => undefined);
  if (lines === undefined) return undefined;
  const sentences: Speech[] = [];
  for (const [, reference = '', name = ''] of lines.matchAll(/^<s> (.*) <\/s> \((.*)\)$/gmu))
    sentences.push({
      samples: await readAllSamples(join(LIBRIVOX, `${name}.wav`)),
      reference: reference.replace('mister', 'Mr.'),
    });
  return joinSpeech(sentences);
}
