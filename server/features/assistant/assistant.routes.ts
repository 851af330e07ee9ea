import {
  assistantAnswer,
  assistantRequest,
  conversation,
  conversationList,
  conversationListQuery,
  conversationRequest,
  conversationWithMessages,
  suggestionQuery,
  suggestions,
} from '#contract/assistant.ts';
import { idParameters } from '#contract/fields.ts';
import type { Application } from '#server/platform/http/application.ts';
import { actorOf } from '#server/platform/http/authentication.ts';
import { describeRoute } from '#server/platform/http/describe-route.ts';
import { noContent, problemResponses } from '#server/platform/http/problem-responses.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { answerWhole } from './answer-question.ts';
import { suggestQuestions } from './suggest-questions.ts';
import {
  createConversation,
  deleteConversation,
  listConversations,
  readConversation,
  renameConversation,
} from './conversations.ts';

const tag = 'assistant';

export function registerAssistantRoutes(app: Application, dependencies: Dependencies): void {
  app.post(
    '/api/assistant/messages/',
    describeRoute(tag, 'Ask your lessons a question', {
      config: { work: 'answer', addsText: true },
      body: assistantRequest,
      response: { 200: assistantAnswer, ...problemResponses(400, 401, 404, 409) },
    }),
    (request) => answerWhole(dependencies, actorOf(request), request.body),
  );
  app.get(
    '/api/assistant/suggestions/',
    describeRoute(tag, 'Suggest questions that your lessons answer', {
      config: { isLong: true },
      querystring: suggestionQuery,
      response: { 200: suggestions, ...problemResponses(400, 401, 404) },
    }),
    (request) => {
      const { course_id: courseId, lesson_id: lessonId } = request.query;
      return suggestQuestions(dependencies, actorOf(request), {
        ...(courseId === undefined ? {} : { course_id: courseId }),
        ...(lessonId === undefined ? {} : { lesson_id: lessonId }),
      });
    },
  );
  app.get(
    '/api/assistant/conversations/',
    describeRoute(tag, 'List your conversations', {
      querystring: conversationListQuery,
      response: { 200: conversationList, ...problemResponses(400, 401) },
    }),
    (request) => listConversations(dependencies, actorOf(request), request.query.before),
  );
  app.post(
    '/api/assistant/conversations/',
    describeRoute(tag, 'Start a conversation', {
      config: { addsText: true },
      body: conversationRequest,
      response: { 201: conversation, ...problemResponses(400, 401) },
    }),
    (request) => createConversation(dependencies, actorOf(request), request.body.title),
  );
  app.get(
    '/api/assistant/conversations/:id/',
    describeRoute(tag, 'Read a conversation with its messages', {
      config: { isLong: true },
      params: idParameters,
      response: { 200: conversationWithMessages, ...problemResponses(400, 401, 404) },
    }),
    (request) => readConversation(dependencies, actorOf(request), request.params.id),
  );
  app.patch(
    '/api/assistant/conversations/:id/',
    describeRoute(tag, 'Rename a conversation', {
      params: idParameters,
      body: conversationRequest,
      response: { 200: conversation, ...problemResponses(400, 401, 404) },
    }),
    (request) => renameConversation(dependencies, actorOf(request), request.params.id, request.body.title),
  );
  app.delete(
    '/api/assistant/conversations/:id/',
    describeRoute(tag, 'Delete a conversation', {
      params: idParameters,
      response: { 204: noContent, ...problemResponses(400, 401, 404) },
    }),
    (request) => deleteConversation(dependencies, actorOf(request), request.params.id),
  );
}
