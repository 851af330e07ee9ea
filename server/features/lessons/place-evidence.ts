import type { Evidence } from '#contract/evidence.ts';
import type { TimeEvidence } from './lesson-text.ts';

/** Finds the quotes of evidence in a lesson's text, and marks evidence whose quote is gone. */
export type Place = (evidence: Evidence) => Promise<Evidence>;

/** @param anchor of `createQuoteAnchor`. */
export const createPlace =
  (anchor: (evidence: Evidence) => Evidence, timeEvidence: TimeEvidence): Place =>
  async (each) => {
    const { changed, ...placed } = anchor(each);
    if (changed === undefined) return timeEvidence(placed);
    return { ...placed, changed: changed === null ? null : await timeEvidence(changed) };
  };
