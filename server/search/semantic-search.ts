import type { JudgeAnswers } from '../ai/answer-judge.ts';

/** A passage by its vector's nearness to a question. */
export interface RankedByMeaning {
  readonly passageId: string;
  /** Cosine of the two vectors: 1 for the same meaning, about 0 for none in common. */
  readonly similarity: number;
}

/**
 * Port: finds passages by what they mean. Runs beside the process that answers calls, never in it: reading fifty thousand
 * vectors would block every request.
 */
export interface SemanticSearch {
  /**
   * The passages of these document sources that are nearest to a text, the nearest first. Passages that have no vector of
   * this model yet are left out.
   * @throws {TextEmbedderUnavailableError} when the model's files are not there (yet).
   */
  rank(
    request: { readonly text: string; readonly documentSourceIds: readonly string[]; readonly limit: number },
    signal?: AbortSignal,
  ): Promise<RankedByMeaning[]>;
  /**
   * How near these passages are to a text, in their order; those without a vector of this model are left out.
   * @throws {TextEmbedderUnavailableError} when the model's files are not there (yet).
   */
  compare(
    request: {
      readonly text: string;
      readonly passages: readonly { readonly documentSourceId: string; readonly passageId: string }[];
    },
    signal?: AbortSignal,
  ): Promise<RankedByMeaning[]>;
  /**
   * Unit vectors in the order of `texts`, each in the space of the passages' vectors.
   * @throws {TextEmbedderUnavailableError} when the model's files are not there (yet).
   */
  embed(texts: readonly string[], signal?: AbortSignal): Promise<Float32Array[]>;
  /** @throws {TextEmbedderUnavailableError} when the model's files are not there (yet). */
  readonly judge: JudgeAnswers;
  close(): Promise<void>;
}
