export interface MoonshineSettings {
  readonly encoderPath: string;
  readonly decoderPath: string;
  readonly tokenizerPath: string;
}

export interface MoonshineRequest {
  /** 16 kHz mono. */
  readonly samples: Float32Array;
  /** Noisy, or the model was not sure: reduce noise and compare several texts. Takes two to three times as long. */
  readonly isDoubtful: boolean;
  /** Words that may be said. They are preferred where several texts are weighed. */
  readonly terms: readonly string[];
}

export interface MoonshineResult {
  readonly text: string;
  /** In percent, of each word between white space: that of its least likely token. */
  readonly wordConfidences: readonly number[];
  /** The model did not stop by itself within the longest honest text: it is repeating itself. */
  readonly isLooping: boolean;
  /** 0 to 1: the geometric mean of the tokens' probabilities. */
  readonly confidence: number;
}
