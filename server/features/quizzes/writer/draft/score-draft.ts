/** What the model itself gives away about a draft. */
export interface DraftSignals {
  /** The mean log-probability of the key's tokens in the answer's place, less the largest of the wrong answers' there. */
  readonly margin: number;
  /** Log-probability of the key's letter by the model without the adapter, the mean of two orders. */
  readonly letter: number;
}

/** Mean and standard deviation over 135 drafts that a strict reader judged. */
const MARGIN = { mean: 1.12, deviation: 0.74 } as const;
const LETTER = { mean: -0.53, deviation: 0.42 } as const;
/** A logistic regression of "the key is right" on the sum of both, over the same drafts. */
const ODDS = { bias: 0.61, weight: 0.91 } as const;

/** Drafts below are not shown: among them, more keys are wrong than right. */
export const LEAST_SCORE = 0.5;

/** The chance, 0 to 1, that a draft is worth an instructor's look. Whatever judges drafts in future belongs in here. */
export function scoreDraft({ margin, letter }: DraftSignals): number {
  const sum = (margin - MARGIN.mean) / MARGIN.deviation + (letter - LETTER.mean) / LETTER.deviation;
  return 1 / (1 + Math.exp(-(ODDS.bias + ODDS.weight * sum)));
}
