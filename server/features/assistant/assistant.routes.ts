import {
  assistantAnswer,
  assistantRequest,
  conversation,
  conversationList,
  conversationRequest,
  conversationWithMessages,
} from '../../../contract/assistant.ts';
import { idParameters } from '../../../contract/fields.ts';
import type { Application } from '../../http/application.ts';
import { actorOf } from '../../http/authentication.ts';
import { noContent, problemResponses } from '../../http/problem-responses.ts';
import type { Dependencies } from '../../ports.ts';
import { answerWhole } from './answer-question.ts';
import {
  createConversation,
  deleteConversation,
  listConversations,
  readConversation,
  renameConversation,
} from './conversations.ts';

const tags = ['assistant'];

export function registerAssistantRoutes(app: Application, dependencies: Dependencies): void {
  app.post(
    '/api/assistant/messages/',
    {
      schema: {
        tags,
        summary: 'Ask one’s own lessons',
        body: assistantRequest,
        response: { 200: assistantAnswer, ...problemResponses(400, 401, 404, 409) },
      },
    },
    (request) => answerWhole(dependencies, actorOf(request), request.body),
  );
  app.get(
    '/api/assistant/conversations/',
    {
      schema: {
        tags,
        summary: 'List one’s own conversations',
        response: { 200: conversationList, ...problemResponses(401) },
      },
    },
    (request) => listConversations(dependencies, actorOf(request)),
  );
  app.post(
    '/api/assistant/conversations/',
    {
      schema: {
        tags,
        summary: 'Begin a conversation',
        body: conversationRequest,
        response: { 201: conversation, ...problemResponses(400, 401) },
      },
    },
    async (request, reply) =>
      reply.code(201).send(await createConversation(dependencies, actorOf(request), request.body.title)),
  );
  app.get(
    '/api/assistant/conversations/:id/',
    {
      schema: {
        tags,
        summary: 'Read a conversation with its messages',
        params: idParameters,
        response: { 200: conversationWithMessages, ...problemResponses(400, 401, 404) },
      },
    },
    (request) => readConversation(dependencies, actorOf(request), request.params.id),
  );
  app.patch(
    '/api/assistant/conversations/:id/',
    {
      schema: {
        tags,
        summary: 'Rename a conversation',
        params: idParameters,
        body: conversationRequest,
        response: { 200: conversation, ...problemResponses(400, 401, 404) },
      },
    },
    (request) => renameConversation(dependencies, actorOf(request), request.params.id, request.body.title),
  );
  app.delete(
    '/api/assistant/conversations/:id/',
    {
      schema: {
        tags,
        summary: 'Delete a conversation',
        params: idParameters,
        response: { 204: noContent, ...problemResponses(400, 401, 404) },
      },
    },
    async (request, reply) => {
      await deleteConversation(dependencies, actorOf(request), request.params.id);
      return reply.code(204).send(null);
    },
  );
}
