import { sql, type Selectable } from 'kysely';
import type { Database } from '../../database/database.ts';
import type { ConversationTable, MessageTable } from '../../database/assistant-tables.ts';

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

export async function setConversationTitle(database: Database, id: number, title: string): Promise<void> {
  await database.updateTable('conversations').set({ title }).where('id', '=', id).execute();
}

/** Deletes the conversation; its messages go with it. */
export async function deleteConversationRow(database: Database, id: number): Promise<void> {
  await database.deleteFrom('conversations').where('id', '=', id).execute();
}
