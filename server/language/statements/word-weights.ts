import type { LessonAnalysis } from '../analysis.ts';

/** How much of the lesson's recurring vocabulary a text of these stems contains, 0 to about 1. */
export type WeighStems = (stems: ReadonlySet<string>) => number;

/** Words count by the sentences that hold them; a text is measured against the lesson's weightiest sentence. */
export function weighStems(analysis: LessonAnalysis): WeighStems {
  const counts = new Map<string, number>();
  for (const sentence of analysis.sentences)
    for (const stem of sentence.stems) counts.set(stem, (counts.get(stem) ?? 0) + 1);
  const raw = (stems: ReadonlySet<string>): number =>
    [...stems].reduce((sum, stem) => sum + Math.log2(counts.get(stem) ?? 1), 0) /
    Math.sqrt(Math.max(6, stems.size));
  const most = analysis.sentences.reduce((greatest, { stems }) => Math.max(greatest, raw(stems)), 1e-9);
  return (stems) => raw(stems) / most;
}
