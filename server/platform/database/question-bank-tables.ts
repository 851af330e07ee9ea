import type { ColumnType, Generated, GeneratedAlways } from 'kysely';
import type { LessonFact } from '#contract/facts.ts';
import type { ModelUse } from '#contract/model-use.ts';
import type { AnswerStyle } from '#contract/quizzes.ts';
import type { WrittenQuestion } from '#server/features/quizzes/writer/written-question.ts';
import type { CodedMessage, CreatedAt, Json, UpdatedAt } from './column-types.ts';

/** How far the preparation of a lesson's questions is. */
export interface QuestionBankTable {
  lesson_id: number;
  /** Null while no preparation was enqueued: candidates that were written for a quiz are kept all the same. */
  status: 'waiting' | 'preparing' | 'ready' | 'failed' | null;
  /** Multiple-choice candidates that the preparation aims for; essays are written on request. */
  target_count: Generated<number>;
  note: string | null;
  note_coded: CodedMessage;
  /** The preparation that counts; an older job of the lesson ends without doing anything. */
  job_id: string | null;
  /** The language model that last wrote for it, or null. */
  writer: string | null;
  seconds_per_candidate: number | null;
  /** Of the course's outcomes that the candidates were matched with. */
  outcomes_hash: string | null;
  /** The best statements of the text with this id; null until the first questions are written. */
  facts: ColumnType<
    { docsource_id: string | null; facts: LessonFact[] } | null,
    string | null | undefined,
    string
  >;
  updated_at: UpdatedAt;
}

/** A generated question that may be drawn for a quiz. */
export interface QuestionCandidateTable {
  id: GeneratedAlways<number>;
  lesson_id: number;
  /** Of the question as it was written: an edited or rejected one is not stored a second time. */
  fingerprint: string;
  question: Json<WrittenQuestion>;
  answer_style: GeneratedAlways<AnswerStyle>;
  /** As the coverage map numbers them. */
  section: number;
  score: number;
  written_by: 'composer' | 'language_model' | 'small_model';
  /** Including rejected attempts before it; null if it was not recorded. */
  model_use: ColumnType<ModelUse | null, string | null | undefined, never>;
  /** No one has accepted or edited it yet. */
  is_draft: Generated<boolean>;
  is_rejected: Generated<boolean>;
  edited_at: Date | null;
  created_at: CreatedAt;
}

/** Stems that a quiz has contained: none of them is offered as a replacement. */
export interface QuestionSetStemTable {
  question_set_id: number;
  fingerprint: string;
}
