import { z } from 'zod';
import { evidence } from './evidence.ts';
import { entityId, entityIdText, requiredText, timestamp } from './fields.ts';
import { before } from './lists.ts';
import { modelUse } from './model-use.ts';
import { searchScope } from './search.ts';
import { codedMessage } from './messages/sent-message.ts';
import { fieldText } from './messages/field-messages.ts';

export const ASSISTANT_TEXT_MAXIMUM_LENGTH = 4_000;
/** Questions and answers: a longer conversation is continued in another one. */
export const CONVERSATION_MESSAGES_MAXIMUM = 400;
export const CONVERSATION_TITLE_MAXIMUM_LENGTH = 300;

/** Begins the answer when the lessons do not answer the question. */
export const NOTHING_FOUND =
  'Lectern found nothing about this in your lessons. Try other words, or upload a lesson about it.';
/** The same when only one course or lesson was looked through. */
export const NOTHING_FOUND_HERE =
  'Lectern found nothing about this in this part of your lessons. Try other words, or ask all your lessons.';

export const assistantRequest = z.object({
  text: requiredText(ASSISTANT_TEXT_MAXIMUM_LENGTH, fieldText('question_missing')),
  conversation_id: entityId
    .optional()
    .meta({ description: 'Continues this conversation; without it, a new one starts.' }),
  question_id: entityId.optional().meta({
    description:
      'The id of the last question of that conversation, which is answered again; its earlier answer is deleted.',
  }),
  ...searchScope.shape,
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

/**
 * `answered`, though some of it may have been left out for want of support; `nothing_found`: the lessons do not answer it;
 * `stopped` by the person before it was whole.
 */
export const ANSWER_OUTCOMES = ['answered', 'nothing_found', 'stopped'] as const;
export type AnswerOutcome = (typeof ANSWER_OUTCOMES)[number];

/** One sentence of an answer. Statements in order, with a blank line between paragraphs, are the answer's text. */
export const answerStatement = z.object({
  text: z.string(),
  kind: z.enum(['quoted', 'written', 'link']).meta({
    description:
      '`quoted`: words of a lesson. `written`: in words of a language model, checked against what it cites. `link`: says only what follows, and cites nothing.',
  }),
  paragraph: z.int().meta({
    description: 'From 0. Each numbered step and each side of a comparison is a separate paragraph.',
  }),
  citations: z.array(z.int()).meta({ description: 'Which of the message’s citations it rests on, from 0.' }),
});
export type AnswerStatement = z.infer<typeof answerStatement>;

export const conversationMessage = z.object({
  id: entityId,
  role: z.enum(['person', 'assistant']),
  text: z.string(),
  citations: z.array(citation),
  statements: z.array(answerStatement).meta({
    description: 'Of an answer; none of a question, nor where nothing was found.',
  }),
  outcome: z.enum(ANSWER_OUTCOMES).nullable().meta({ description: 'Null for a question.' }),
  nearest: z
    .array(citation)
    .meta({ description: 'When nothing was found: the passages that come nearest, which do not answer it.' }),
  written_by: z
    .string()
    .nullable()
    .meta({ description: 'The language model that wrote it; null for words of the lessons alone.' }),
  model_use: modelUse.nullable(),
  note: z.string().nullable().meta({
    description: 'What is to be said of how it came about, such as a language model that was away.',
  }),
  note_coded: codedMessage.nullable(),
  scope: searchScope
    .nullable()
    .meta({ description: 'Where a question was to be answered from; null: anywhere.' }),
  created_at: timestamp,
});
export type ConversationMessage = z.infer<typeof conversationMessage>;

export const assistantAnswer = z.object({
  conversation_id: entityId,
  question_id: entityId,
  message: conversationMessage.extend({ role: z.literal('assistant'), outcome: z.enum(ANSWER_OUTCOMES) }),
});
export type AssistantAnswer = z.infer<typeof assistantAnswer>;

/**
 * What `POST /api/assistant/messages/stream/` sends, each as one server-sent event: `event:` is the name, `data:` the object
 * as JSON. `started` comes at once and first, `done` or `failed` last.
 */
export const answerEvents = {
  /** The question is stored, so that it is in the conversation after a lost connection. */
  started: z.object({ conversation_id: entityId, question_id: entityId }),
  /** The unchecked text that a language model is writing. Each event replaces the previous one, and a statement replaces all. */
  draft: z.object({ text: z.string() }),
  /** The next sentence, checked; its citations are complete, and are renumbered in `done`. */
  statement: z.object({ statement: answerStatement.omit({ citations: true }), citations: z.array(citation) }),
  /** A sentence that what it cites does not support: it is not part of the answer. */
  dropped: z.object({ text: z.string() }),
  done: assistantAnswer,
  /** As the body of an error answer; the question is kept and can be asked again. */
  failed: z.object({ detail: z.string(), detail_coded: codedMessage.nullable() }),
} as const;
export type AnswerEventName = keyof typeof answerEvents;
export type AnswerEvent = {
  [Name in AnswerEventName]: { readonly name: Name; readonly data: z.infer<(typeof answerEvents)[Name]> };
}[AnswerEventName];

export const conversationRequest = z.object({
  title: requiredText(CONVERSATION_TITLE_MAXIMUM_LENGTH, fieldText('conversation_title_missing')),
});

export const conversation = z.object({
  id: entityId,
  title: z.string(),
  created_at: timestamp,
  updated_at: timestamp,
});
export type Conversation = z.infer<typeof conversation>;

export const suggestionQuery = z.object({
  course_id: entityIdText.optional(),
  lesson_id: entityIdText.optional(),
});
export const suggestions = z.array(z.string()).meta({ description: 'Questions that these lessons answer.' });

export const conversationListQuery = z.object({ before });

/** Newest first. */
export const conversationList = z.array(conversation);

/** Messages in the order they were written. */
export const conversationWithMessages = conversation.extend({ messages: z.array(conversationMessage) });
export type ConversationWithMessages = z.infer<typeof conversationWithMessages>;
