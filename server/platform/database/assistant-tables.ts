import type { ColumnType, Generated, GeneratedAlways } from 'kysely';
import type { AnswerOutcome, AnswerStatement, Citation } from '#contract/assistant.ts';
import type { ModelUse } from '#contract/model-use.ts';
import type { SearchScope } from '#contract/search.ts';
import type { CodedMessage, CreatedAt, GeneratedJson, Json, UpdatedAt } from './column-types.ts';

export interface ConversationTable {
  id: GeneratedAlways<number>;
  instructor_id: number;
  title: string;
  created_at: CreatedAt;
  updated_at: UpdatedAt;
}

export interface MessageTable {
  id: GeneratedAlways<number>;
  conversation_id: number;
  /** From 0. A question is at an even place, and its answer at the next. */
  position: number;
  role: 'person' | 'assistant';
  text: string;
  citations: Json<Citation[]>;
  /** Of an answer: its sentences in order. */
  statements: GeneratedJson<AnswerStatement[]>;
  /** Null for a question. */
  outcome: AnswerOutcome | null;
  /** Of an answer that found nothing: the passages that come nearest. */
  nearest: GeneratedJson<Citation[]>;
  /** The language model that wrote it. */
  written_by: string | null;
  /** Null without a language model, and if it was not recorded. */
  model_use: ColumnType<ModelUse | null, string | null | undefined, never>;
  note: string | null;
  note_coded: CodedMessage;
  /** Of a question: where it is to be answered from; null: anywhere. */
  scope: ColumnType<SearchScope | null, string | null | undefined, string | null>;
  /** Of a question: how often it was asked, from 1. Only what was found for the last time is kept. */
  attempt: Generated<number>;
  created_at: CreatedAt;
}
