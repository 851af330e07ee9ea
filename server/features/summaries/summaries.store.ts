import { sql, type Selectable } from 'kysely';
import type { KeyTerm, SummaryLength, SummaryModelUse, SummaryPoint } from '#contract/lessons.ts';
import type { Message } from '#contract/messages/message.ts';
import type { Database } from '#server/platform/database/database.ts';
import type { KeptSummaries, KeptSummary, LessonTable } from '#server/platform/database/schema.ts';
import { storeMessage, wordOptional } from '#server/platform/database/store-message.ts';

export interface OtherSummary {
  readonly length: SummaryLength;
  readonly text: string;
  readonly points: readonly SummaryPoint[];
}

export interface NewSummary extends OtherSummary {
  readonly keyTerms: readonly KeyTerm[];
  /** What is to be said of how it came about, or null. */
  readonly note: Message | null;
  readonly isEdited: boolean;
  /** Null if no language model wrote it; an edited summary keeps its value. */
  readonly modelUse?: SummaryModelUse | null;
  /** Whether the instructor agreed to replace their edits of this length. */
  readonly replacesEdits: boolean;
  /** Other lengths that were written with it; those that an instructor edited stay as they are. */
  readonly others: readonly OtherSummary[];
}

type StoredSummaries = Pick<
  Selectable<LessonTable>,
  'summary' | 'summary_points' | 'summary_length' | 'summaries'
>;

/** Whether an instructor wrote or edited the summary of this length. A summary without points was supplied with the lesson. */
const isByInstructor = (stored: StoredSummaries, length: SummaryLength): boolean =>
  stored.summaries[length]?.is_edited === true ||
  (stored.summary_length === null && stored.summary !== '' && stored.summary_points.length === 0);

/** Whether writing this length would replace what an instructor wrote or edited. */
export async function hasEditedSummary(
  database: Database,
  lessonId: number,
  length: SummaryLength,
): Promise<boolean> {
  const row = await database
    .selectFrom('lessons')
    .select(['summary', 'summary_points', 'summary_length', 'summaries'])
    .where('id', '=', lessonId)
    .executeTakeFirst();
  return row !== undefined && isByInstructor(row, length);
}

/**
 * Stores this as the lesson's summary and keeps the other lengths. A generated summary does not replace what an instructor edited,
 * even during its generation.
 */
export async function keepSummary(
  transaction: Database,
  lessonId: number,
  summary: NewSummary,
): Promise<void> {
  const row = await transaction
    .selectFrom('lessons')
    .select([
      'summary',
      'summary_points',
      'summary_length',
      'summaries',
      'has_edited_terms',
      sql<string>`key_terms::text`.as('key_terms'),
    ])
    .where('id', '=', lessonId)
    .forUpdate()
    .executeTakeFirst();
  if (row === undefined) return;
  if (!summary.isEdited && !summary.replacesEdits && isByInstructor(row, summary.length)) return;
  const keepsTerms = row.has_edited_terms && !summary.isEdited;
  const note = wordOptional(summary.note).message;
  const kept: KeptSummaries = { ...row.summaries };
  for (const other of summary.others) {
    if (kept[other.length]?.is_edited !== true) kept[other.length] = keep(other);
  }
  const before = row.summaries[summary.length]?.model_use ?? null;
  const modelUse = summary.isEdited ? before : (summary.modelUse ?? null);
  kept[summary.length] = {
    ...keep(summary),
    note,
    note_coded: summary.note,
    is_edited: summary.isEdited,
    model_use: modelUse,
  };
  await transaction
    .updateTable('lessons')
    .set({
      summary: summary.text,
      summary_points: JSON.stringify(summary.points),
      summary_length: summary.length,
      key_terms: keepsTerms ? row.key_terms : JSON.stringify(summary.keyTerms),
      has_edited_terms: row.has_edited_terms || summary.isEdited,
      summary_note: note,
      summary_note_coded: storeMessage(summary.note),
      summaries: JSON.stringify(kept),
      updated_at: new Date(),
    })
    .where('id', '=', lessonId)
    .execute();
}

const keep = ({ text, points }: OtherSummary): KeptSummary => ({
  text,
  points: [...points],
  note: null,
  note_coded: null,
  is_edited: false,
});
