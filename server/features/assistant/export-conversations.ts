import type { ConversationWithMessages } from '../../../contract/assistant.ts';
import type { Actor, Dependencies } from '../../ports.ts';
import { findConversation, listConversationsOf, listMessages } from './conversation.store.ts';
import { presentConversation, presentMessage } from './present-conversation.ts';

/** All conversations of the actor with their messages, one at a time; the one that was spoken in last comes first. */
export async function* exportConversations(
  { database }: Pick<Dependencies, 'database'>,
  actor: Actor,
): AsyncGenerator<ConversationWithMessages> {
  for (const { id } of await listConversationsOf(database, actor.instructorId)) {
    const conversation = await findConversation(database, id);
    if (conversation === undefined) continue;
    const messages = await listMessages(database, id);
    yield { ...presentConversation(conversation), messages: messages.map(presentMessage) };
  }
}
