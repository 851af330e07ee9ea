import { MessageError } from '../platform/message-error.ts';

/** Samples a second of all audio inside Lectern: mono, 32-bit float, −1 to 1. */
export const SPEECH_SAMPLE_RATE = 16_000;

/** A piece of speech between two silences, at most about 28 s long. */
export interface SpeechSegment {
  /** Mono samples at {@link SPEECH_SAMPLE_RATE}. */
  readonly samples: Float32Array;
  /** Where the segment starts in the recording. */
  readonly startSecond: number;
}

/** A line of a transcript. Seconds count from the start of the recording; `startSecond < endSecond`. */
export interface Cue {
  readonly startSecond: number;
  readonly endSecond: number;
  readonly text: string;
  /** How sure the recognizer was of each word between white space, in percent. */
  readonly wordConfidences?: readonly number[] | undefined;
}

/** An implementation may ignore them. */
export interface RecognitionOptions {
  /** Words that may occur. */
  readonly terms?: readonly string[];
  /** Called before this many seconds are recognized a second time. */
  readonly mayListenAgain?: (seconds: number) => boolean;
}

/** Port: turns speech into text. Implementations are chosen in `server/open-dependencies.ts`. */
export interface SpeechToText {
  /** Shown in logs and in `/api/health/`. */
  readonly name: string;
  /** How many segments may usefully be recognised at once. */
  readonly concurrency: number;
  /**
   * Recognises one segment. Returns its cues in order, or none when it holds no words.
   * @throws {SpeechToTextUnavailableError} when the model or service cannot be used now (worth a retry).
   */
  recognize(segment: SpeechSegment, signal?: AbortSignal, options?: RecognitionOptions): Promise<Cue[]>;
  /** Releases model processes. */
  close(): Promise<void>;
}

/** The model files or the configured service are not available (yet). */
export class SpeechToTextUnavailableError extends MessageError {
  override readonly name = 'SpeechToTextUnavailableError';
}
