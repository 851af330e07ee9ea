import { access } from 'node:fs/promises';
import { placeCues } from '../cues/place-cues.ts';
import { hasRepeatedPhrases, removeRepeatedPhrases } from '../cues/repeated-words.ts';
import { createModelProcessPool } from '../model-process/model-process-pool.ts';
import {
  SPEECH_SAMPLE_RATE,
  SpeechToTextUnavailableError,
  type SpeechSegment,
  type SpeechToText,
} from '../speech-to-text.ts';
import { cutAtQuietest } from './cut-at-quietest.ts';
import type { MoonshineRequest, MoonshineResult, MoonshineSettings } from './moonshine-protocol.ts';

export interface MoonshineFiles {
  readonly encoderPath: string;
  readonly decoderPath: string;
  readonly tokenizerPath: string;
}

/** Segments in one decoder run: its small matrices cost little more for four rows than for one. */
const MAXIMUM_BATCH = 4;
/** Shorter segments are filled up with silence to the longest of their batch, which costs time. */
const BATCH_LENGTH_RATIO = 0.75;
/** The model hears nothing in less. */
const SHORTEST_SAMPLES = 0.1 * SPEECH_SAMPLE_RATE;
/** A looping segment is halved this often at most. */
const MAXIMUM_CUTS = 3;

/**
 * English speech to text by Moonshine tiny in child processes of low priority, which end when idle.
 * @param options.processes best one a core, with one thread each: the model's matrices are too small to share.
 */
export function createMoonshineSpeechToText(options: {
  readonly files: MoonshineFiles;
  readonly processes: number;
  readonly threadsPerProcess?: number;
  readonly idleShutdownSeconds?: number;
}): SpeechToText {
  const pool = createModelProcessPool<MoonshineSettings, MoonshineRequest, MoonshineResult>({
    childModule: new URL('./moonshine.child.ts', import.meta.url),
    settings: { ...options.files, threads: options.threadsPerProcess ?? 1 },
    processes: options.processes,
    maximumBatch: MAXIMUM_BATCH,
    mayShareBatch: (first, candidate) => {
      const lengths = [first.samples.length, candidate.samples.length];
      return Math.min(...lengths) >= Math.max(...lengths) * BATCH_LENGTH_RATIO;
    },
    ...(options.idleShutdownSeconds === undefined
      ? {}
      : { idleShutdownSeconds: options.idleShutdownSeconds }),
  });

  async function recognizeText(
    samples: Float32Array,
    cutsLeft: number,
    signal?: AbortSignal,
  ): Promise<string> {
    if (samples.length < SHORTEST_SAMPLES) return '';
    const { text, isLooping } = await pool.call({ samples }, signal);
    if (!isLooping && !hasRepeatedPhrases(text)) return text;
    if (cutsLeft === 0 || samples.length < 2 * SPEECH_SAMPLE_RATE) return removeRepeatedPhrases(text);
    const cut = cutAtQuietest(samples);
    const parts = await Promise.all([
      recognizeText(samples.subarray(0, cut), cutsLeft - 1, signal),
      recognizeText(samples.subarray(cut), cutsLeft - 1, signal),
    ]);
    return parts.filter((part) => part !== '').join(' ');
  }

  return {
    name: 'moonshine-tiny-en',
    // Two batches a process: the next one waits while the first runs.
    concurrency: options.processes * MAXIMUM_BATCH * 2,
    async recognize(segment: SpeechSegment, signal) {
      await Promise.all(Object.values(options.files).map((path: string) => access(path))).catch(
        (error: unknown) => {
          throw new SpeechToTextUnavailableError('The speech model is not here yet. Try again in a minute.', {
            cause: error,
          });
        },
      );
      return placeCues(await recognizeText(segment.samples, MAXIMUM_CUTS, signal), segment);
    },
    close: () => pool.close(),
  };
}
