import type { ColumnType } from 'kysely';
import type { CreatedAt, Json, UpdatedAt } from './column-types.ts';

/** Edits that are not published yet. */
export interface QuestionSetDraftTable {
  question_set_id: number;
  based_on_version: number;
  questions: Json<unknown>;
  updated_at: UpdatedAt;
  /** The id of the save that stored the draft; a retry with the same id changes nothing. */
  save_id: ColumnType<string | null, string | null | undefined, string | null>;
}

/** What a set contained before it was published again. */
export interface QuestionSetVersionTable {
  question_set_id: number;
  version: number;
  questions: Json<unknown>;
  created_at: CreatedAt;
}
