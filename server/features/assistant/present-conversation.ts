import type { Conversation, ConversationMessage } from '../../../contract/assistant.ts';
import type { ConversationRow, MessageRow } from './conversation.store.ts';

export const presentConversation = (conversation: ConversationRow): Conversation => ({
  id: conversation.id,
  title: conversation.title,
  message_count: conversation.message_count,
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
  note: message.note,
  scope: message.scope,
  created_at: message.created_at.toISOString(),
});
