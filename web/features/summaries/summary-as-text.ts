import type { Lesson } from '#contract/lessons.ts';

/** A summary as plain text, to be pasted anywhere: numbered points, then the key terms under their heading. */
export function writeSummaryAsText(
  {
    summary,
    summary_points: points,
    key_terms: terms,
  }: Pick<Lesson, 'summary' | 'summary_points' | 'key_terms'>,
  keyTermsHeading: string,
): string {
  const lines = points.map(({ text }, index) => `${index + 1}. ${text}`);
  const main = lines.length > 0 ? lines.join('\n') : summary;
  if (terms.length === 0) return main;
  const explained = terms.map(({ term, definition }) => `${term}: ${definition}`);
  return `${main}\n\n${keyTermsHeading}\n${explained.join('\n')}`;
}
