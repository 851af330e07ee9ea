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

/** Model and version, as they are kept beside the vectors. */
export const MINILM_NAME = 'all-MiniLM-L6-v2-onnx-int8@1.0.0';

/** Four times what 256 tokens hold of ordinary text; the tokenizer need not read what the model cannot. */
export const MINILM_MAXIMUM_CHARACTERS = 6000;
