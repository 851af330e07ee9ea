/** Port: places texts in a vector space where near means alike. Implementations: `server/open-dependencies.ts`. */
export interface TextEmbedder {
  /** Names model and version; stored beside the vectors, since vectors of two models do not compare. */
  readonly name: string;
  /** Length of every vector. */
  readonly dimensions: number;
  /**
   * Embeds each text. Returns unit vectors in the order of `texts`, so a dot product is the cosine.
   * @throws {TextEmbedderUnavailableError} when the model's files are not there (yet).
   */
  embed(texts: readonly string[], signal?: AbortSignal): Promise<Float32Array[]>;
  close(): Promise<void>;
}

/** The model's files are not there (yet). Its message is shown to people. */
export class TextEmbedderUnavailableError extends Error {
  override readonly name = 'TextEmbedderUnavailableError';
}
