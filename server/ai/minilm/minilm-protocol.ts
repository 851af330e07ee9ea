export interface MiniLmSettings {
  readonly modelPath: string;
  readonly tokenizerPath: string;
}

export interface MiniLmRequest {
  readonly texts: readonly string[];
}

export interface MiniLmResult {
  /** One row a text, in their order. */
  readonly vectors: Float32Array;
}

export const MINILM_DIMENSIONS = 384;
