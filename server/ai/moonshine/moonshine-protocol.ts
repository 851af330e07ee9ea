export interface MoonshineSettings {
  readonly encoderPath: string;
  readonly decoderPath: string;
  readonly tokenizerPath: string;
}

export interface MoonshineRequest {
  /** 16 kHz mono. */
  readonly samples: Float32Array;
}

export interface MoonshineResult {
  readonly text: string;
  /** The model did not stop by itself within the longest honest text: it is repeating itself. */
  readonly isLooping: boolean;
}
