import type { AnswerCandidate } from '../answer-judge.ts';

/** Both read pairs in the same way: one whether a sentence answers a question, one whether a question is worth asking. */
export type JudgeName = 'answer' | 'item';

export interface AnswerJudgeSettings {
  readonly judge: JudgeName;
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
