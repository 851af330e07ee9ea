import type { AnswerCandidate } from '../ai/answer-judge.ts';
import type { MiniLmSettings } from '../ai/minilm/minilm-protocol.ts';

export interface SearchProcessSettings {
  readonly model: MiniLmSettings;
  /** Where the passages' vectors are read. */
  readonly databaseUrl: string;
  /** How much of them is kept in memory. */
  readonly memoryBytes: number;
}

export type SearchProcessRequest =
  | {
      readonly type: 'rank';
      readonly text: string;
      readonly documentSourceIds: readonly string[];
      readonly limit: number;
    }
  | {
      readonly type: 'compare';
      readonly text: string;
      readonly passages: readonly { readonly documentSourceId: string; readonly passageId: string }[];
    }
  | { readonly type: 'embed'; readonly texts: readonly string[] }
  | {
      readonly type: 'judge';
      readonly question: string;
      readonly candidates: readonly AnswerCandidate[];
    };

/** Numbers in flat arrays: a thousand objects take longer to send than to find. */
export type SearchProcessResult =
  | {
      readonly type: 'rank' | 'compare';
      /** The nearest first, or as they were asked for. */
      readonly passageIds: Float64Array;
      /** NaN without a vector. */
      readonly similarities: Float32Array;
    }
  | {
      readonly type: 'embed';
      /** One row a text, in their order. */
      readonly vectors: Float32Array;
    }
  | {
      readonly type: 'judge';
      /** One a candidate, in their order. */
      readonly odds: Float32Array;
    };
