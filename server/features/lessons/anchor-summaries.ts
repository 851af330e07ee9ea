import type { Evidence } from '#contract/evidence.ts';
import { SUMMARY_LENGTHS } from '#contract/lessons.ts';
import type { KeptSummaries } from '#server/database/schema.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { holdLessonTexts, updateSummaryLines } from './lesson.store.ts';
import type { Place } from './place-evidence.ts';

/** Places the evidence of the lesson's summaries and key terms. Call it in a transaction. */
export async function anchorSummaries(
  { database }: Pick<Dependencies, 'database'>,
  lessonId: number,
  place: Place,
): Promise<void> {
  const texts = await holdLessonTexts(database, lessonId);
  if (texts === undefined) return;
  const placeAll = <Line extends { evidence: Evidence }>(lines: readonly Line[]): Promise<Line[]> =>
    Promise.all(lines.map(async (line) => ({ ...line, evidence: await place(line.evidence) })));
  const summaries: KeptSummaries = {};
  for (const length of SUMMARY_LENGTHS) {
    const kept = texts.summaries[length];
    if (kept !== undefined) summaries[length] = { ...kept, points: await placeAll(kept.points) };
  }
  await updateSummaryLines(database, lessonId, {
    summary_points: await placeAll(texts.summary_points),
    key_terms: await placeAll(texts.key_terms),
    summaries,
  });
}
