import type { KeptSummary, Lesson, SummaryLength } from '#contract/lessons.ts';

/** The summary of this length or, while there is none, the one that was written last; undefined without points. */
export const chooseSummary = (
  { summaries, summary_length: newest }: Pick<Lesson, 'summaries' | 'summary_length'>,
  length: SummaryLength,
): KeptSummary | undefined =>
  summaries.find((kept) => kept.length === length) ??
  summaries.find((kept) => kept.length === newest) ??
  summaries[0];
