/** 32 ms: the only frame length that Silero VAD v5 knows at 16 kHz. */
export const SPEECH_FRAME_SAMPLES = 512;

export interface SileroSettings {
  readonly modelPath: string;
}

/** What the model remembers between two pieces of one recording. */
export interface SileroMemory {
  readonly state: Float32Array;
  readonly context: Float32Array;
}

export interface SileroRequest {
  /** A whole number of frames. */
  readonly samples: Float32Array;
  /** From the answer to the piece before; none at the start of a recording. */
  readonly memory: SileroMemory | undefined;
}

export interface SileroResult {
  /** Probability of speech of each frame. */
  readonly probabilities: Float32Array;
  readonly memory: SileroMemory;
}
