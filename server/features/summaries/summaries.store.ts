import type { KeyTerm, SummaryLength, SummaryPoint } from '#contract/lessons.ts';
import type { Message } from '#contract/messages/message.ts';
import type { Database } from '#server/database/database.ts';
import type { KeptSummaries, KeptSummary } from '#server/database/schema.ts';
import { storeMessage, wordOptional } from '#server/database/store-message.ts';

export interface OtherSummary {
  readonly length: SummaryLength;
  readonly text: string;
  readonly points: readonly SummaryPoint[];
}

interface NewSummary extends OtherSummary {
  readonly keyTerms: readonly KeyTerm[];
  /** What is to be said of how it came about, or null. */
  readonly note: Message | null;
  readonly isEdited: boolean;
  /** Other lengths that were written with it; those that an instructor edited stay as they are. */
  readonly others: readonly OtherSummary[];
}

/** Makes this the lesson's summary, and keeps the other lengths beside it. */
export async function keepSummary(
  transaction: Database,
  lessonId: number,
  summary: NewSummary,
): Promise<void> {
  const row = await transaction
    .selectFrom('lessons')
    .select('summaries')
    .where('id', '=', lessonId)
    .forUpdate()
    .executeTakeFirst();
  if (row === undefined) return;
  const note = wordOptional(summary.note).message;
  const kept: KeptSummaries = { ...row.summaries };
  for (const other of summary.others) {
    if (kept[other.length]?.is_edited !== true) kept[other.length] = keep(other);
  }
  kept[summary.length] = { ...keep(summary), note, note_coded: summary.note, is_edited: summary.isEdited };
  await transaction
    .updateTable('lessons')
    .set({
      summary: summary.text,
      summary_points: JSON.stringify(summary.points),
      summary_length: summary.length,
      key_terms: JSON.stringify(summary.keyTerms),
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
