import type { Evidence } from '#contract/evidence.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { createQuoteAnchor } from '#server/language/anchor-quotes.ts';
import type { LessonPassage } from '#server/language/lesson-text.ts';
import { holdSummaries } from '../lessons/changed-lines.ts';
import { getLessonText } from '../lessons/lesson-text.ts';
import { findLesson, type LessonRow } from '../lessons/lesson.store.ts';
import { createPlace, type Place } from '../lessons/place-evidence.ts';
import { keepSummary, type NewSummary } from './summaries.store.ts';

type Needed = Pick<Dependencies, 'database'>;

/** The text that a summary was made from. */
export interface SummarizedText {
  readonly lesson: Pick<LessonRow, 'id' | 'document_source_id' | 'transcription_id'>;
  readonly passages: readonly LessonPassage[];
}

/**
 * Whether the lesson has the text that was summarized, that text with corrections, or another one; it then stays until the
 * transaction ends. Undefined when the lesson is gone.
 */
export async function compareText(
  inside: Needed,
  { lesson }: SummarizedText,
): Promise<'same' | 'corrected' | 'replaced' | undefined> {
  await holdSummaries(inside, lesson.id);
  const now = await findLesson(inside.database, lesson.id);
  if (now === undefined) return undefined;
  if (now.document_source_id === lesson.document_source_id) return 'same';
  return now.transcription_id === lesson.transcription_id ? 'corrected' : 'replaced';
}

/** Stores a summary. Evidence whose words the lesson no longer says is marked. Call it in a transaction. */
export async function storeSummary(
  inside: Needed,
  { lesson, passages: former }: SummarizedText,
  summary: NewSummary,
): Promise<void> {
  const state = await compareText(inside, { lesson, passages: former });
  if (state === undefined) return;
  if (state === 'same') {
    await keepSummary(inside.database, lesson.id, summary);
    return;
  }
  const { text, timeEvidence } = await getLessonText(inside, lesson.id);
  const place = createPlace(createQuoteAnchor(text.passages, former), timeEvidence);
  await keepSummary(inside.database, lesson.id, {
    ...summary,
    points: await placeAll(summary.points, place),
    keyTerms: await placeAll(summary.keyTerms, place),
    others: await Promise.all(
      summary.others.map(async (other) => ({ ...other, points: await placeAll(other.points, place) })),
    ),
  });
}

const placeAll = <Line extends { readonly evidence: Evidence }>(
  lines: readonly Line[],
  place: Place,
): Promise<Line[]> =>
  Promise.all(lines.map(async (line) => ({ ...line, evidence: await place(line.evidence) })));
