/** Signals from the model itself about the quality of a draft. */
export interface DraftSignals {
  /** Mean log-probability of the key's tokens as the answer, minus the highest of the wrong answers. */
  readonly margin: number;
  /** Log-probability of the key's letter without the adapter, averaged over two orders of the options. */
  readonly letter: number;
}

/** Mean and standard deviation over 135 drafts that a strict reader judged. */
const MARGIN = { mean: 1.12, deviation: 0.74 } as const;
const LETTER = { mean: -0.53, deviation: 0.42 } as const;
/** A logistic regression of "the key is right" on the sum of both, over the same drafts. */
const ODDS = { bias: 0.61, weight: 0.91 } as const;

/** Drafts below this score are not shown: more of their keys are wrong than right. */
export const LEAST_SCORE = 0.5;

/** The probability, 0 to 1, that a draft is worth showing to an instructor. Put any future judge of drafts here. */
export function scoreDraft({ margin, letter }: DraftSignals): number {
  const sum = (margin - MARGIN.mean) / MARGIN.deviation + (letter - LETTER.mean) / LETTER.deviation;
  return 1 / (1 + Math.exp(-(ODDS.bias + ODDS.weight * sum)));
}
