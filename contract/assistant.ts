import { z } from 'zod';
import { evidence } from './evidence.ts';
import { entityId, requiredText, timestamp } from './fields.ts';

export const ASSISTANT_TEXT_MAXIMUM_LENGTH = 4_000;
export const CONVERSATION_TITLE_MAXIMUM_LENGTH = 300;

/** The whole answer when the lessons say nothing about the question. */
export const NOTHING_FOUND =
  'Your lessons say nothing about this that Lectern could find. Try other words, or upload a lesson about it.';

export const assistantRequest = z.object({
  text: requiredText(ASSISTANT_TEXT_MAXIMUM_LENGTH, 'Type a question.'),
  conversation_id: entityId
    .optional()
    .meta({ description: 'Goes on with this conversation; without it, a new one begins.' }),
});
export type AssistantRequest = z.infer<typeof assistantRequest>;

/** A place in one's own lessons that an answer rests on. */
export const citation = z.object({
  lesson_id: entityId,
  lesson_title: z.string(),
  course_id: entityId,
  evidence,
});
export type Citation = z.infer<typeof citation>;

export const conversationMessage = z.object({
  id: entityId,
  role: z.enum(['person', 'assistant']),
  text: z.string(),
  citations: z.array(citation),
  created_at: timestamp,
});
export type ConversationMessage = z.infer<typeof conversationMessage>;

export const assistantAnswer = z.object({
  conversation_id: entityId,
  message: conversationMessage.extend({
    role: z.literal('assistant'),
    found: z.boolean().meta({ description: 'False when the lessons say nothing about it.' }),
  }),
});
export type AssistantAnswer = z.infer<typeof assistantAnswer>;

export const conversationRequest = z.object({
  title: requiredText(CONVERSATION_TITLE_MAXIMUM_LENGTH, 'Give the conversation a title.'),
});

export const conversation = z.object({
  id: entityId,
  title: z.string(),
  message_count: z.int(),
  created_at: timestamp,
  updated_at: timestamp,
});
export type Conversation = z.infer<typeof conversation>;

/** Newest first. */
export const conversationList = z.array(conversation);

/** Messages in the order they were written. */
export const conversationWithMessages = conversation.extend({ messages: z.array(conversationMessage) });
export type ConversationWithMessages = z.infer<typeof conversationWithMessages>;
