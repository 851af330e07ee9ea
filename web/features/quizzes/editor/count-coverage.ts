import type { SectionCoverage } from '#contract/coverage.ts';
import type { BloomLevel } from '#contract/quizzes.ts';
import type { EditorQuestion } from './editor-question.ts';

export interface CountedSection {
  readonly section: SectionCoverage;
  readonly counts: Readonly<Record<BloomLevel, number>>;
  readonly total: number;
}

/**
 * The questions as they are edited, counted by section and level.
 * @returns the sections in order, and how many questions cite none of them
 */
export function countCoverage(
  sections: readonly SectionCoverage[],
  questions: readonly EditorQuestion[],
): { counted: CountedSection[]; unplaced: number } {
  const placeOf = new Map(sections.flatMap(({ passage_ids: ids }, place) => ids.map((id) => [id, place])));
  const counted = sections.map((section) => ({
    section,
    counts: { remember: 0, understand: 0, apply: 0, analyze: 0, evaluate: 0, create: 0 },
    total: 0,
  }));
  let unplaced = 0;
  for (const { evidence, level } of questions) {
    const found = counted[placeOf.get(evidence?.passage_id ?? '') ?? -1];
    if (found === undefined) unplaced += 1;
    else {
      found.counts[level] += 1;
      found.total += 1;
    }
  }
  return { counted, unplaced };
}
