import { SUMMARY_LENGTHS } from '#contract/lessons.ts';
import type { KeptSummaries } from '#server/database/schema.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { holdLessonTexts, updateSummaryLines } from './lesson.store.ts';
import { replaceAllEvidence, type Place } from './place-evidence.ts';

/** Places the evidence of the lesson's summaries and key terms. Call it in a transaction. */
export async function anchorSummaries(
  { database }: Pick<Dependencies, 'database'>,
  lessonId: number,
  place: Place,
): Promise<void> {
  const texts = await holdLessonTexts(database, lessonId);
  if (texts === undefined) return;
  const summaries: KeptSummaries = {};
  for (const length of SUMMARY_LENGTHS) {
    const kept = texts.summaries[length];
    if (kept !== undefined)
      summaries[length] = { ...kept, points: await replaceAllEvidence(kept.points, place) };
  }
  await updateSummaryLines(database, lessonId, {
    summary_points: await replaceAllEvidence(texts.summary_points, place),
    key_terms: await replaceAllEvidence(texts.key_terms, place),
    summaries,
  });
}
