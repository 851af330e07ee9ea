import type { ColumnType, Generated, GeneratedAlways } from 'kysely';
import type { PassageKind } from '#server/documents/passage.ts';
import type { CreatedAt } from './column-types.ts';

/** A text that was taken apart into passages: of a document, or of a transcript. */
export interface DocumentSourceTable {
  id: string;
  instructor_id: number;
  file_key: string | null;
  plain_text: string;
  page_count: number | null;
  spoken: boolean;
  /** Model and version of the passages' vectors; null until they are made. */
  embedded_by: string | null;
  /** Under which the recognized pages of this text are kept; null when none was recognized. */
  recognition_key: string | null;
  /** The name of the text file's encoding, if it had to be guessed. */
  guessed_encoding: string | null;
  created_at: CreatedAt;
}

export interface PassageTable {
  id: GeneratedAlways<string>;
  docsource_id: string;
  position: number;
  section: number;
  heading: string | null;
  text: string;
  page: number | null;
  /** Null without pages, and in rows of before it was stored: then the passage ends on `page`. */
  page_end: number | null;
  kind: ColumnType<PassageKind, PassageKind | undefined, PassageKind>;
  title_path: ColumnType<string[], string | undefined, string>;
  is_administrative: Generated<boolean>;
  is_unsure: Generated<boolean>;
  start_second: number | null;
  end_second: number | null;
  /** From 1: the paragraph in which it begins; null in rows of before it was stored. */
  paragraph: number | null;
  start_offset: number;
  end_offset: number;
  /** Little-endian float32s. */
  embedding: Buffer | null;
  /** Stems of heading (A), titles above a slide (B) and text (D), as they are searched. */
  words: GeneratedAlways<string>;
}
