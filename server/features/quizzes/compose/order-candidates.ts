import type { Candidate } from './candidate.ts';
import type { BloomLevel } from './composed-question.ts';

export interface Ranked {
  readonly candidate: Candidate;
  readonly worth: number;
  /** Short name of the outcome it serves, where questions are to be spread over outcomes. */
  readonly outcome?: string | null;
}

/** Shares of the levels in a set, where none were asked for: what lessons carry and instructors look for. */
const USUAL_SHARES: ReadonlyMap<BloomLevel, number> = new Map([
  ['remember', 0.3],
  ['understand', 0.35],
  ['apply', 0.15],
  ['analyze', 0.2],
]);

/** The share of each level: the usual ones, or levels asked for in equal parts. */
export function levelShares(levels: readonly BloomLevel[]): ReadonlyMap<BloomLevel, number> {
  return levels.length === 0 ? USUAL_SHARES : new Map(levels.map((level) => [level, 1 / levels.length]));
}

/** Forms whose stems are alike, and soon tire. */
const FORM_COSTS: Readonly<Record<string, number>> = {
  sequence: 0.5,
  number: 0.4,
  comparison: 0.16,
  description: 0.12,
  subject: 0.2,
  object: 0.16,
};

/**
 * An order in which to ask: always the best left, where a section, form, outcome or level that has had its share makes a
 * candidate less worth, so that any beginning of the list is spread over the lesson.
 */
export function* orderCandidates(
  ranked: readonly Ranked[],
  shares: ReadonlyMap<BloomLevel, number>,
): Generator<Candidate, void, boolean> {
  const left = [...ranked];
  const sections = new Map<number, number>();
  const forms = new Map<string, number>();
  const levels = new Map<BloomLevel, number>();
  const outcomes = new Map<string, number>();
  const used = new Map<number, number>();
  let total = 0;
  while (left.length > 0) {
    let bestAt = -1;
    let best = -Infinity;
    for (const [index, { candidate, worth, outcome }] of left.entries()) {
      // A second question on one sentence comes after all first ones, and only where it asks for something else.
      const uses = used.get(candidate.sentence.index) ?? 0;
      if (uses >= 2) continue;
      const surplus =
        (levels.get(candidate.level) ?? 0) + 0.5 - (shares.get(candidate.level) ?? 0) * (total + 1);
      const value =
        worth -
        2 * uses -
        0.55 * (sections.get(candidate.sentence.section) ?? 0) -
        (FORM_COSTS[candidate.form] ?? 0.08) * (forms.get(candidate.form) ?? 0) -
        0.25 * Math.max(-1, surplus) -
        0.25 * (outcomes.get(outcome ?? '') ?? 0);
      if (value > best) {
        best = value;
        bestAt = index;
      }
    }
    const [chosen] = bestAt < 0 ? [] : left.splice(bestAt, 1);
    if (!chosen) return;
    const { candidate, outcome } = chosen;
    // The caller says whether it could use the candidate: only then does it count.
    if (yield candidate) {
      total += 1;
      used.set(candidate.sentence.index, (used.get(candidate.sentence.index) ?? 0) + 1);
      sections.set(candidate.sentence.section, (sections.get(candidate.sentence.section) ?? 0) + 1);
      forms.set(candidate.form, (forms.get(candidate.form) ?? 0) + 1);
      levels.set(candidate.level, (levels.get(candidate.level) ?? 0) + 1);
      if (typeof outcome === 'string') outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
    }
  }
}
