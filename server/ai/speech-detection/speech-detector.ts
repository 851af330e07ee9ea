import { access } from 'node:fs/promises';
import { message } from '#contract/messages/make-message.ts';
import { createChildPool } from '#server/sandbox/child-pool.ts';
import { SPEECH_SAMPLE_RATE, SpeechToTextUnavailableError, type SpeechSegment } from '../speech-to-text.ts';
import { mixTracks, omitCopies } from './mix-tracks.ts';
import {
  SPEECH_FRAME_SAMPLES,
  type SileroMemory,
  type SileroRequest,
  type SileroResult,
  type SileroSettings,
} from './silero-protocol.ts';
import { createSpeechSegmenter } from './speech-segmenter.ts';

/** Finds speech in recordings. */
export interface SpeechDetector {
  /**
   * Cuts 16 kHz mono samples into segments of speech, in order. Reads only as far ahead as it needs. Tracks with speech at the
   * same time are mixed, those without are left out.
   * @param samples pieces of any length, of one track or of several in parallel.
   * @throws {SpeechToTextUnavailableError} when the model's file is not there (yet).
   */
  segments(
    samples: AsyncIterable<readonly Float32Array[]>,
    options?: {
      readonly signal?: AbortSignal | undefined;
      readonly onSecondsRead?: (seconds: number) => void;
      /** Called for each piece with the seconds of speech on each track; the caller adds them up. */
      readonly onSpeech?: (secondsOfTracks: readonly number[]) => void;
    },
  ): AsyncGenerator<SpeechSegment, void, undefined>;
  close(): Promise<void>;
}

/** Long enough that talking to the process costs nothing, short enough for a smooth progress bar. */
const PIECE_FRAMES = 400;

/**
 * Speech detection by Silero VAD v5 in a child process. The model keeps its state over the whole recording.
 * @param options.modelPath `silero_vad_v5.onnx`.
 */
export function createSileroSpeechDetector(options: { readonly modelPath: string }): SpeechDetector {
  const pool = createChildPool<SileroSettings, SileroRequest, SileroResult>({
    childModule: new URL('./silero.child.ts', import.meta.url),
    settings: { modelPath: options.modelPath },
    // Two recordings at once; one recording uses one.
    processes: 2,
    confined: { readablePaths: [options.modelPath], usesNativeCode: true },
  });
  return {
    async *segments(samples, { signal, onSecondsRead, onSpeech } = {}) {
      await access(options.modelPath).catch((error: unknown) => {
        throw new SpeechToTextUnavailableError(message('speech_model_missing'), {
          cause: error,
        });
      });
      const segmenter = createSpeechSegmenter();
      const memories: (SileroMemory | undefined)[] = [];
      const listen = async (track: Float32Array, index: number, isOnly: boolean): Promise<Float32Array> => {
        if (!isOnly && isSilent(track)) return new Float32Array(track.length / SPEECH_FRAME_SAMPLES);
        const result: SileroResult = await pool.call({ samples: track, memory: memories[index] }, signal);
        memories[index] = result.memory;
        return result.probabilities;
      };
      let wereSpeaking: readonly boolean[] = [];
      let seconds = 0;
      for await (const tracks of regroup(samples, PIECE_FRAMES * SPEECH_FRAME_SAMPLES)) {
        const heard = await Promise.all(
          omitCopies(tracks).map(async (track, index) => ({
            samples: track,
            probabilities: await listen(track, index, tracks.length === 1),
          })),
        );
        const mixed = mixTracks(heard, wereSpeaking);
        wereSpeaking = mixed.areSpeaking;
        onSpeech?.(mixed.speechSeconds);
        seconds += mixed.samples.length / SPEECH_SAMPLE_RATE;
        yield* segmenter.push(mixed.samples, mixed.probabilities);
        onSecondsRead?.(seconds);
      }
      yield* segmenter.finish();
    },
    close: () => pool.close(),
  };
}

/** Recorders write tracks for microphones that are not connected. */
const isSilent = (track: Float32Array): boolean => track.every((sample) => Math.abs(sample) < 1e-4);

/** Pieces of one length; the last one is filled with silence up to a whole frame. */
export async function* regroup(
  samples: AsyncIterable<readonly Float32Array[]>,
  pieceLength: number,
): AsyncGenerator<readonly Float32Array[], void, undefined> {
  let piece: readonly Float32Array[] = [];
  let filled = 0;
  for await (const chunk of samples) {
    const length = chunk[0]?.length ?? 0;
    for (let offset = 0; offset < length;) {
      if (filled === 0) piece = chunk.map(() => new Float32Array(pieceLength));
      const end = Math.min(length, offset + pieceLength - filled);
      chunk.forEach((track, index) => piece[index]?.set(track.subarray(offset, end), filled));
      filled += end - offset;
      offset = end;
      if (filled === pieceLength) {
        yield piece;
        filled = 0;
      }
    }
  }
  const wholeFrames = Math.ceil(filled / SPEECH_FRAME_SAMPLES) * SPEECH_FRAME_SAMPLES;
  if (wholeFrames > 0) yield piece.map((track) => track.slice(0, wholeFrames));
}
