import type { SummaryLength } from '#contract/lessons.ts';

/** As the contract has them; written again here, so that no schema is fetched for three words. */
export const LENGTHS = ['short', 'medium', 'long'] as const satisfies readonly SummaryLength[];

/** A stored or chosen length; medium for anything else. */
export function readSummaryLength(text: string | null): SummaryLength {
  return LENGTHS.find((length) => length === text) ?? 'medium';
}
