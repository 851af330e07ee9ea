import type { ColumnType, Generated } from 'kysely';
import type { ReviewStep } from '#contract/question-editing.ts';
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

/** A step of a review, so that it can be undone. */
export interface ReviewStepTable {
  id: Generated<number>;
  question_set_id: number;
  kind: ReviewStep;
  /** Where the question was, from 0. */
  position: number;
  /** The question before the step. */
  before: Json<unknown>;
  /** The fingerprint of the question after the step; null if the step removed it. */
  after: string | null;
}
