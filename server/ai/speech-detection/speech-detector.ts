import { access } from 'node:fs/promises';
import { message } from '#contract/messages/make-message.ts';
import { createChildPool } from '#server/child-processes/child-pool.ts';
import { SpeechToTextUnavailableError, type SpeechSegment } from '../speech-to-text.ts';
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
   * Cuts 16 kHz mono samples into segments of speech, in order. Reads only as far ahead as it needs.
   * @param samples pieces of any length.
   * @throws {SpeechToTextUnavailableError} when the model's file is not there (yet).
   */
  segments(
    samples: AsyncIterable<Float32Array>,
    options?: {
      readonly signal?: AbortSignal | undefined;
      readonly onSecondsRead?: (seconds: number) => void;
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
    async *segments(samples, { signal, onSecondsRead } = {}) {
      await access(options.modelPath).catch((error: unknown) => {
        throw new SpeechToTextUnavailableError(message('speech_model_missing'), {
          cause: error,
        });
      });
      const segmenter = createSpeechSegmenter();
      let memory: SileroMemory | undefined;
      let seconds = 0;
      for await (const piece of regroup(samples, PIECE_FRAMES * SPEECH_FRAME_SAMPLES)) {
        const result: SileroResult = await pool.call({ samples: piece, memory }, signal);
        memory = result.memory;
        seconds += piece.length / 16_000;
        yield* segmenter.push(piece, result.probabilities);
        onSecondsRead?.(seconds);
      }
      yield* segmenter.finish();
    },
    close: () => pool.close(),
  };
}

/** Pieces of one length; the last one is filled with silence up to a whole frame. */
export async function* regroup(
  samples: AsyncIterable<Float32Array>,
  pieceLength: number,
): AsyncGenerator<Float32Array, void, undefined> {
  let piece = new Float32Array(pieceLength);
  let filled = 0;
  for await (const chunk of samples) {
    for (let offset = 0; offset < chunk.length;) {
      const part = chunk.subarray(offset, offset + pieceLength - filled);
      piece.set(part, filled);
      filled += part.length;
      offset += part.length;
      if (filled === pieceLength) {
        yield piece;
        piece = new Float32Array(pieceLength);
        filled = 0;
      }
    }
  }
  const wholeFrames = Math.ceil(filled / SPEECH_FRAME_SAMPLES) * SPEECH_FRAME_SAMPLES;
  if (wholeFrames > 0) yield piece.slice(0, wholeFrames);
}
