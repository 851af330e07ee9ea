import { mapEach } from '#server/platform/database/read-in-pages.ts';
import { writeJson, type JsonPieces } from '#server/platform/write-json.ts';
import type { Conversation, ConversationWithMessages, ConversationMessage } from '#contract/assistant.ts';
import type { Actor } from '#server/actor.ts';
import { inTransaction } from '#server/platform/database/database.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { notFound } from '#server/platform/problem-error.ts';
import { recordAudit } from '../audit/record-audit.ts';
import {
  deleteConversationRow,
  findConversation,
  insertConversation,
  listConversationsOf,
  readMessages,
  listMessages,
  setConversationTitle,
  type ConversationRow,
  type MessageRow,
} from './conversation.store.ts';

type Needed = Pick<Dependencies, 'database'>;

/** @throws {ProblemError} not_found, also for another user's conversation. */
export async function getOwnConversation(
  dependencies: Needed,
  actor: Actor,
  id: number,
): Promise<ConversationRow> {
  const conversation = await findConversation(dependencies.database, id);
  if (conversation === undefined || !ownsConversation(actor, conversation)) throw notFound('conversation');
  return conversation;
}

/** Begins a conversation in which nothing has been said yet. */
export async function createConversation(
  dependencies: Needed,
  actor: Actor,
  title: string,
): Promise<Conversation> {
  const id = await insertConversation(dependencies.database, { instructor_id: actor.instructorId, title });
  return presentConversation(await getOwnConversation(dependencies, actor, id));
}

/** One's own conversations; the one that was spoken in last comes first. */
export async function listConversations(
  dependencies: Needed,
  actor: Actor,
  before?: number,
): Promise<Conversation[]> {
  const page = await listConversationsOf(dependencies.database, actor.instructorId, before);
  return page.map(presentConversation);
}

/** @throws {ProblemError} not_found. */
export async function readConversation(
  dependencies: Needed,
  actor: Actor,
  id: number,
): Promise<ConversationWithMessages> {
  const conversation = await getOwnConversation(dependencies, actor, id);
  const messages = await listMessages(dependencies.database, id);
  return { ...presentConversation(conversation), messages: messages.map(presentMessage) };
}

/** @throws {ProblemError} not_found. */
export async function renameConversation(
  dependencies: Needed,
  actor: Actor,
  id: number,
  title: string,
): Promise<Conversation> {
  await getOwnConversation(dependencies, actor, id);
  await setConversationTitle(dependencies.database, id, title);
  return presentConversation(await getOwnConversation(dependencies, actor, id));
}

/** Deletes the conversation with its messages. @throws {ProblemError} not_found. */
export async function deleteConversation(dependencies: Needed, actor: Actor, id: number): Promise<void> {
  await getOwnConversation(dependencies, actor, id);
  await inTransaction(dependencies.database, async (transaction) => {
    await deleteConversationRow(transaction, id);
    await recordAudit(transaction, 'conversation_deleted', { by: actor.userId, on: ['conversation', id] });
  });
}

const presentConversation = (conversation: ConversationRow): Conversation => ({
  id: conversation.id,
  title: conversation.title,
  created_at: conversation.created_at.toISOString(),
  updated_at: conversation.updated_at.toISOString(),
});

export const presentMessage = (message: MessageRow): ConversationMessage => ({
  id: message.id,
  role: message.role,
  text: message.text,
  citations: message.citations,
  statements: message.statements,
  outcome: message.outcome,
  nearest: message.nearest,
  written_by: message.written_by,
  model_use: message.model_use,
  note: message.note,
  note_coded: message.note_coded,
  scope: message.scope,
  created_at: message.created_at.toISOString(),
});

/** All conversations of the actor with their messages, one at a time; the one that was spoken in last comes first. */
export async function* exportConversations(
  { database }: Pick<Dependencies, 'database'>,
  actor: Actor,
): AsyncGenerator<JsonPieces> {
  let before: number | undefined;
  do {
    const page = await listConversationsOf(database, actor.instructorId, before);
    for (const { id } of page) {
      const conversation = await findConversation(database, id);
      if (conversation === undefined) continue;
      yield writeJson(presentConversation(conversation), {
        messages: () => mapEach(readMessages(database, id), presentMessage),
      });
    }
    before = page.at(-1)?.id;
  } while (before !== undefined);
}

/** A conversation belongs to the instructor who began it; no one else may see or change it. */
export const ownsConversation = (actor: Actor, conversation: { instructor_id: number }): boolean =>
  conversation.instructor_id === actor.instructorId;
