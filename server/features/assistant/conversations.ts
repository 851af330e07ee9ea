import type { Conversation, ConversationWithMessages } from '../../../contract/assistant.ts';
import { inTransaction } from '../../database/database.ts';
import type { Actor, Dependencies } from '../../ports.ts';
import { notFound } from '../../problem-error.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { ownsConversation } from './assistant.policy.ts';
import {
  deleteConversationRow,
  findConversation,
  insertConversation,
  listConversationsOf,
  listMessages,
  setConversationTitle,
  type ConversationRow,
} from './conversation.store.ts';
import { presentConversation, presentMessage } from './present-conversation.ts';

type Needed = Pick<Dependencies, 'database'>;

/** @throws {ProblemError} not_found, also for somebody else's conversation. */
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
export async function listConversations(dependencies: Needed, actor: Actor): Promise<Conversation[]> {
  return (await listConversationsOf(dependencies.database, actor.instructorId)).map(presentConversation);
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
    await recordAudit(transaction, {
      action: 'conversation_deleted',
      actorId: actor.userId,
      subject: { kind: 'conversation', id },
    });
  });
}
