import type { Evidence } from '#contract/evidence.ts';
import { SUMMARY_LENGTHS, type Lesson } from '#contract/lessons.ts';
import type { KeptSummaries } from '#server/platform/database/schema.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { findLessonTexts, holdLessonTexts, updateSummaryLines, type LessonTexts } from './lesson.store.ts';
import { evidenceOf, replaceAllEvidence, type Place } from './place-evidence.ts';

/** The evidence of a lesson's summaries and key terms. */
export async function listKeptEvidence(
  { database }: Pick<Dependencies, 'database'>,
  lessonId: number,
): Promise<Evidence[]> {
  const texts = await findLessonTexts(database, lessonId);
  if (texts === undefined) return [];
  const points = listSummaries(texts).flatMap((summary) => summary.points);
  return [...points, ...texts.summary_points, ...texts.key_terms].flatMap(evidenceOf);
}

/** The kept summaries. One that a process of a previous version wrote is in the columns alone. */
export function listSummaries(texts: LessonTexts): Lesson['summaries'] {
  const { summary_length: newest } = texts;
  const isKept = newest === null || texts.summaries[newest]?.text === texts.summary;
  const kept: KeptSummaries = isKept
    ? texts.summaries
    : {
        ...texts.summaries,
        [newest]: {
          text: texts.summary,
          points: texts.summary_points,
          note: texts.summary_note,
          note_coded: texts.summary_note_coded,
          is_edited: false,
        },
      };
  return SUMMARY_LENGTHS.flatMap((length) => {
    const summary = kept[length];
    return summary === undefined ? [] : [{ length, ...summary, model_use: summary.model_use ?? null }];
  });
}

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
