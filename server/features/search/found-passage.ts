import type { PassageKind } from '#server/documents/passage.ts';
import type { PassageRow } from './search.store.ts';

/** A passage of one of the user's lessons that a search found. */
export interface FoundPassage {
  readonly passageId: string;
  readonly documentSourceId: string;
  /** Its place among the passages of its document source, from 0. */
  readonly position: number;
  readonly section: number;
  readonly heading: string | null;
  readonly text: string;
  readonly kind: PassageKind;
  /** The text recognition was unsure of it: search shows it, but no answer rests on it. */
  readonly isUnsure?: boolean;
  readonly page: number | null;
  readonly pageEnd: number | null;
  readonly startSecond: number | null;
  readonly endSecond: number | null;
  /** From 1: the paragraph in which it begins; null where that is not known. */
  readonly paragraph?: number | null;
  readonly lessonId: number;
  readonly lessonTitle: string;
  readonly courseId: number;
  readonly courseTitle: string;
  readonly transcriptionId: string | null;
  /** Of reciprocal rank fusion: compares passages of one search, and nothing else. */
  readonly score: number;
  /** Its rank from 1 among those found by words; null when it is not among them. */
  readonly wordRank: number | null;
  /** Its rank from 1 among those found by meaning; null when it is not among them. */
  readonly meaningRank: number | null;
  /** Cosine to what was looked for; null without a vector. */
  readonly similarity: number | null;
}

export interface FoundPassages {
  /** The best first, none twice, not even as the same words in another lesson. */
  readonly passages: readonly FoundPassage[];
  /** False while the model that compares meanings is not there: then only shared words were looked for. */
  readonly byMeaning: boolean;
}

/** What a passage is by itself, whichever lesson it was found in. */
export type PlacedPassage = Omit<
  FoundPassage,
  | 'lessonId'
  | 'lessonTitle'
  | 'courseId'
  | 'courseTitle'
  | 'transcriptionId'
  | 'score'
  | 'wordRank'
  | 'meaningRank'
  | 'similarity'
>;

export const presentPassage = (row: PassageRow): PlacedPassage => ({
  passageId: row.id,
  documentSourceId: row.document_source_id,
  position: row.position,
  section: row.section,
  heading: row.heading,
  text: row.text,
  kind: row.kind,
  isUnsure: row.is_unsure,
  page: row.page,
  pageEnd: row.page_end ?? row.page,
  startSecond: row.start_second,
  endSecond: row.end_second,
  paragraph: row.paragraph,
});
