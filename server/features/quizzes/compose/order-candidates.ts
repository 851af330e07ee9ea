import type { Candidate } from './candidate.ts';

export interface Ranked {
  readonly candidate: Candidate;
  readonly worth: number;
}

/**
 * An order in which to ask: always the best left, where a section, form or level used already makes a candidate less worth,
 * so that any beginning of the list is spread over the lesson. A sentence is asked once only.
 */
export function* orderCandidates(ranked: readonly Ranked[]): Generator<Candidate, void, boolean> {
  const left = [...ranked];
  const sections = new Map<number, number>();
  const forms = new Map<string, number>();
  const levels = new Map<string, number>();
  const used = new Set<number>();
  while (left.length > 0) {
    let bestAt = -1;
    let best = -Infinity;
    for (const [index, { candidate, worth }] of left.entries()) {
      if (used.has(candidate.sentence.index)) continue;
      const value =
        worth -
        0.3 * (sections.get(candidate.sentence.section) ?? 0) -
        0.1 * (forms.get(candidate.form) ?? 0) -
        0.04 * (levels.get(candidate.level) ?? 0);
      if (value > best) {
        best = value;
        bestAt = index;
      }
    }
    const [chosen] = bestAt < 0 ? [] : left.splice(bestAt, 1);
    if (!chosen) return;
    const { candidate } = chosen;
    // The caller says whether it could use the candidate: only then does it count.
    if (yield candidate) {
      used.add(candidate.sentence.index);
      sections.set(candidate.sentence.section, (sections.get(candidate.sentence.section) ?? 0) + 1);
      forms.set(candidate.form, (forms.get(candidate.form) ?? 0) + 1);
      levels.set(candidate.level, (levels.get(candidate.level) ?? 0) + 1);
    }
  }
}
