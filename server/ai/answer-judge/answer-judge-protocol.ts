import type { AnswerCandidate } from '../answer-judge.ts';

export interface AnswerJudgeSettings {
  readonly tokenizerPath: string;
}

export interface AnswerJudgeRequest {
  readonly question: string;
  readonly candidates: readonly AnswerCandidate[];
}

export interface AnswerJudgeResult {
  /** One number a candidate, in their order. */
  readonly odds: Float32Array;
}
