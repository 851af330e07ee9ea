import type { SummaryLength } from '../../../../contract/lessons.ts';

/** The share of the lesson's words, never fewer words than `floor` (but for tiny lessons), never more than `ceiling`. */
const LENGTHS = {
  short: { share: 0.05, floor: 35, ceiling: 450, points: 35 },
  medium: { share: 0.124, floor: 60, ceiling: 1_000, points: 70 },
  long: { share: 0.2, floor: 110, ceiling: 1_800, points: 140 },
} as const satisfies Record<SummaryLength, unknown>;

/** How many words and points a summary of this length may have for a lesson of `lessonWords` words. */
export function limitSummary(length: SummaryLength, lessonWords: number): { words: number; points: number } {
  const { share, floor, ceiling, points } = LENGTHS[length];
  // A page's summary must not be the page: half of it at most.
  const least = Math.min(floor, lessonWords * (share + 0.25));
  return { words: Math.round(Math.min(ceiling, Math.max(least, lessonWords * share))), points };
}
