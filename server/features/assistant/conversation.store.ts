import { readInPages } from '#server/platform/database/read-in-pages.ts';
import { sql, type Selectable } from 'kysely';
import {
  CONVERSATION_MESSAGES_MAXIMUM,
  type AnswerOutcome,
  type AnswerStatement,
  type Citation,
} from '#contract/assistant.ts';
import { PAGE_ROWS } from '#contract/list-limits.ts';
import type { Message } from '#contract/messages/message.ts';
import type { ModelUse } from '#contract/model-use.ts';
import type { SearchScope } from '#contract/search.ts';
import type { ConversationTable, MessageTable } from '#server/platform/database/assistant-tables.ts';
import type { Database } from '#server/platform/database/database.ts';
import { storeMessage, wordOptional } from '#server/platform/database/store-message.ts';

export type ConversationRow = Selectable<ConversationTable>;
export type MessageRow = Selectable<MessageTable>;

const MESSAGES_BYTES = 4 * 1024 * 1024;

export const findConversation = (database: Database, id: number): Promise<ConversationRow | undefined> =>
  database.selectFrom('conversations').selectAll().where('id', '=', id).executeTakeFirst();

/** A page, newest first: by what was said last. @param before the last of the page before. */
export function listConversationsOf(
  database: Database,
  instructorId: number,
  before: number | undefined,
): Promise<ConversationRow[]> {
  let query = database.selectFrom('conversations').selectAll().where('instructor_id', '=', instructorId);
  if (before !== undefined)
    query = query.where(
      sql<boolean>`(conversations.updated_at, conversations.id) <
        (select updated_at, id from conversations as last where last.id = ${before})`,
    );
  return query.orderBy('updated_at', 'desc').orderBy('id', 'desc').limit(PAGE_ROWS).execute();
}

export async function insertConversation(
  database: Database,
  conversation: Pick<ConversationRow, 'instructor_id' | 'title'>,
): Promise<number> {
  const { id } = await database
    .insertInto('conversations')
    .values(conversation)
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

const MESSAGES_AT_ONCE = 20;

/** All of them, in order, a few at a time. */
export const readMessages = (database: Database, conversationId: number): AsyncGenerator<MessageRow> =>
  readInPages(MESSAGES_AT_ONCE, (after) =>
    database
      .selectFrom('messages')
      .selectAll()
      .where('conversation_id', '=', conversationId)
      .where('position', '>', after?.position ?? -1)
      .orderBy('position')
      .limit(MESSAGES_AT_ONCE)
      .execute(),
  );

/** The newest ones, in order: as many as a conversation can have, and no more than a few megabytes. */
export async function listMessages(database: Database, conversationId: number): Promise<MessageRow[]> {
  const { rows } = await sql<{ first: number | null }>`
    select min(position) as first from (
      select position, sum(octet_length(text) + octet_length(citations::text) + octet_length(statements::text)
        + octet_length(nearest::text)) over (order by position desc) as bytes
      from (select * from messages where conversation_id = ${conversationId}
            order by position desc limit ${CONVERSATION_MESSAGES_MAXIMUM}) as newest
    ) as measured where bytes <= ${MESSAGES_BYTES}`.execute(database);
  return database
    .selectFrom('messages')
    .selectAll()
    .where('conversation_id', '=', conversationId)
    .where('position', '>=', rows[0]?.first ?? 0)
    .orderBy('position')
    .limit(CONVERSATION_MESSAGES_MAXIMUM)
    .execute();
}

export async function setConversationTitle(database: Database, id: number, title: string): Promise<void> {
  await database.updateTable('conversations').set({ title }).where('id', '=', id).execute();
}

/** Deletes the conversation; its messages go with it. */
export async function deleteConversationRow(database: Database, id: number): Promise<void> {
  await database.deleteFrom('conversations').where('id', '=', id).execute();
}

/** A question with its conversation. */
type QuestionRow = Pick<MessageRow, 'id' | 'conversation_id' | 'position' | 'text' | 'attempt'> & {
  readonly instructor_id: number;
};

/** What is kept of an answer. */
export interface NewAnswer {
  readonly text: string;
  readonly citations: readonly Citation[];
  readonly statements: readonly AnswerStatement[];
  readonly outcome: AnswerOutcome;
  readonly nearest: readonly Citation[];
  readonly written_by: string | null;
  readonly model_use: ModelUse | null;
  readonly note: Message | null;
}

interface NewQuestion {
  readonly text: string;
  readonly scope: SearchScope | null;
}

/** Locks a conversation, so that what is said at once follows one another. @returns false when it was deleted. */
export async function holdConversation(transaction: Database, id: number): Promise<boolean> {
  const touched = await transaction
    .updateTable('conversations')
    .set({ updated_at: sql<Date>`clock_timestamp()` })
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return touched.numUpdatedRows > 0n;
}

export const findQuestion = (database: Database, id: number): Promise<QuestionRow | undefined> =>
  database
    .selectFrom('messages')
    .innerJoin('conversations', 'conversations.id', 'messages.conversation_id')
    .select([
      'messages.id',
      'messages.conversation_id',
      'messages.position',
      'messages.text',
      'messages.attempt',
      'conversations.instructor_id',
    ])
    .where('messages.id', '=', id)
    .where('messages.role', '=', 'person')
    .executeTakeFirst();

/** A follow-up hardly reaches back further. */
const QUESTIONS_BEFORE = 5;

/** The questions before a place in a conversation, the last one first. */
export async function listQuestionsBefore(
  database: Database,
  conversationId: number,
  position: number,
): Promise<string[]> {
  const rows = await database
    .selectFrom('messages')
    .select('text')
    .where('conversation_id', '=', conversationId)
    .where('role', '=', 'person')
    .where('position', '<', position)
    .orderBy('position', 'desc')
    .limit(QUESTIONS_BEFORE)
    .execute();
  return rows.map(({ text }) => text);
}

/** Puts a question at the end of a conversation that is held; undefined when it has too many. The place behind it is its answer's. */
export async function insertQuestion(
  transaction: Database,
  conversationId: number,
  { text, scope }: NewQuestion,
): Promise<Pick<QuestionRow, 'id' | 'position' | 'attempt'> | undefined> {
  const { next } = await transaction
    .selectFrom('messages')
    .select(sql<number>`coalesce((max(position) / 2 + 1) * 2, 0)`.as('next'))
    .where('conversation_id', '=', conversationId)
    .executeTakeFirstOrThrow();
  if (next >= CONVERSATION_MESSAGES_MAXIMUM) return undefined;
  return transaction
    .insertInto('messages')
    .values({
      conversation_id: conversationId,
      position: next,
      role: 'person',
      text,
      citations: '[]',
      scope: scope === null ? null : JSON.stringify(scope),
    })
    .returning(['id', 'position', 'attempt'])
    .executeTakeFirstOrThrow();
}

/** Whether anything was said after a question but its answer. */
export async function isFollowed(
  database: Database,
  { conversation_id: conversationId, position }: Pick<QuestionRow, 'conversation_id' | 'position'>,
): Promise<boolean> {
  const later = await database
    .selectFrom('messages')
    .select('id')
    .where('conversation_id', '=', conversationId)
    .where('position', '>', position + 1)
    .limit(1)
    .executeTakeFirst();
  return later !== undefined;
}

/** Asks a question again in these words. @returns how often it has been asked. */
export async function askAgain(
  transaction: Database,
  id: number,
  { text, scope }: NewQuestion,
): Promise<number> {
  const { attempt } = await transaction
    .updateTable('messages')
    .set({
      text,
      scope: scope === null ? null : JSON.stringify(scope),
      attempt: sql<number>`attempt + 1`,
    })
    .where('id', '=', id)
    .returning('attempt')
    .executeTakeFirstOrThrow();
  return attempt;
}

/** Which time a question was last asked; undefined when it is gone. */
export async function findAttempt(database: Database, id: number): Promise<number | undefined> {
  const row = await database.selectFrom('messages').select('attempt').where('id', '=', id).executeTakeFirst();
  return row?.attempt;
}

/** Puts an answer after its question, replacing any earlier one. */
export async function replaceAnswer(
  transaction: Database,
  { conversation_id: conversationId, position }: Pick<QuestionRow, 'conversation_id' | 'position'>,
  answer: NewAnswer,
): Promise<MessageRow> {
  await transaction
    .deleteFrom('messages')
    .where('conversation_id', '=', conversationId)
    .where('position', '=', position + 1)
    .execute();
  return transaction
    .insertInto('messages')
    .values({
      conversation_id: conversationId,
      position: position + 1,
      role: 'assistant',
      text: answer.text,
      citations: JSON.stringify(answer.citations),
      statements: JSON.stringify(answer.statements),
      outcome: answer.outcome,
      nearest: JSON.stringify(answer.nearest),
      written_by: answer.written_by,
      model_use: answer.model_use === null ? null : JSON.stringify(answer.model_use),
      note: wordOptional(answer.note).message,
      note_coded: storeMessage(answer.note),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}
