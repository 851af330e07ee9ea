import { sql, type Selectable } from 'kysely';
import type { Citation } from '../../../contract/assistant.ts';
import type { Database } from '../../database/database.ts';
import type { ConversationTable, MessageTable } from '../../database/schema.ts';

export type ConversationRow = Selectable<ConversationTable> & { message_count: number };
export type MessageRow = Selectable<MessageTable>;

const withCount = (database: Database) =>
  database
    .selectFrom('conversations')
    .selectAll()
    .select(({ selectFrom, ref }) =>
      selectFrom('messages')
        .select(sql<number>`count(*)::int`.as('count'))
        .whereRef('messages.conversation_id', '=', ref('conversations.id'))
        .$asScalar()
        .$notNull()
        .as('message_count'),
    );

export const findConversation = (database: Database, id: number): Promise<ConversationRow | undefined> =>
  withCount(database).where('id', '=', id).executeTakeFirst();

/** Newest first: by what was said last. */
export const listConversationsOf = (database: Database, instructorId: number): Promise<ConversationRow[]> =>
  withCount(database)
    .where('instructor_id', '=', instructorId)
    .orderBy('updated_at', 'desc')
    .orderBy('id', 'desc')
    .execute();

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

export const listMessages = (database: Database, conversationId: number): Promise<MessageRow[]> =>
  database
    .selectFrom('messages')
    .selectAll()
    .where('conversation_id', '=', conversationId)
    .orderBy('position')
    .execute();

/**
 * Adds messages to the end of a conversation and returns them in order. The conversation's row is locked
 * first, so that two questions at once follow one another. Returns undefined when it was deleted meanwhile.
 */
export async function appendMessages(
  transaction: Database,
  conversationId: number,
  messages: readonly { role: MessageRow['role']; text: string; citations: readonly Citation[] }[],
): Promise<MessageRow[] | undefined> {
  const touched = await transaction
    .updateTable('conversations')
    .set({ updated_at: sql<Date>`clock_timestamp()` })
    .where('id', '=', conversationId)
    .executeTakeFirstOrThrow();
  if (touched.numUpdatedRows === 0n) return undefined;
  const { next } = await transaction
    .selectFrom('messages')
    .select(sql<number>`coalesce(max(position) + 1, 0)`.as('next'))
    .where('conversation_id', '=', conversationId)
    .executeTakeFirstOrThrow();
  const rows = await transaction
    .insertInto('messages')
    .values(
      messages.map(({ role, text, citations }, index) => ({
        conversation_id: conversationId,
        position: next + index,
        role,
        text,
        citations: JSON.stringify(citations),
      })),
    )
    .returningAll()
    .execute();
  return rows.sort((one, other) => one.position - other.position);
}

/** Deletes the conversation; its messages go with it. */
export async function deleteConversationRow(database: Database, id: number): Promise<void> {
  await database.deleteFrom('conversations').where('id', '=', id).execute();
}
