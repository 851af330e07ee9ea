import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { idParameters } from '#contract/fields.ts';
import {
  acceptLateRequest,
  answerGradeParameters,
  attemptResult,
  attemptResultParameters,
  gradeRequest,
  quizResults,
  resultsExportQuery,
} from '#contract/quiz-results.ts';
import type { Application } from '#server/http/application.ts';
import { actorOf } from '#server/http/authentication.ts';
import { describeRoute } from '#server/http/describe-route.ts';
import { noContent, problemResponses } from '#server/http/problem-responses.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { exportResults } from './export-results.ts';
import {
  acceptLateAnswers,
  deleteAttempt,
  gradeAnswer,
  readAttemptResult,
  readQuizResults,
} from './quiz-results.ts';

const tag = 'quiz results';

export function registerQuizResultsRoutes(app: Application, dependencies: Dependencies): void {
  app.get(
    '/api/shared-quizzes/:id/results/',
    describeRoute(tag, 'Read what students answered, with the statistics of quiz and questions', {
      params: idParameters,
      response: { 200: quizResults, ...problemResponses(400, 401, 404) },
    }),
    (request) => readQuizResults(dependencies, actorOf(request), request.params.id),
  );
  app.get(
    '/api/shared-quizzes/:id/export/',
    describeRoute(tag, 'Download the points of every attempt as CSV or XLSX', {
      params: idParameters,
      querystring: resultsExportQuery,
      response: {
        200: {
          description: 'A line for each attempt, with the points of each question',
          content: {
            'text/csv': { schema: z.string() },
            'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': { schema: z.string() },
          },
        },
        ...problemResponses(400, 401, 404),
      },
    }),
    async (request, reply) => {
      const { params, query } = request;
      const file = await exportResults(dependencies, actorOf(request), params.id, query.format);
      reply.header('content-disposition', `attachment; filename="${file.name}"`).type(file.type);
      // Bytes are sent as they are: no schema describes them.
      return (reply as FastifyReply).send(file.content);
    },
  );
  app.get(
    '/api/shared-quizzes/:id/results/:attempt_id/',
    describeRoute(tag, 'Read one attempt with its answers, to print or to grade it', {
      params: attemptResultParameters,
      response: { 200: attemptResult, ...problemResponses(400, 401, 404) },
    }),
    (request) =>
      readAttemptResult(dependencies, actorOf(request), request.params.id, request.params.attempt_id),
  );
  app.put(
    '/api/shared-quizzes/:id/results/:attempt_id/',
    describeRoute(tag, 'Decide whether the late answers of an attempt count', {
      params: attemptResultParameters,
      body: acceptLateRequest,
      response: { 200: attemptResult, ...problemResponses(400, 401, 404) },
    }),
    (request) => {
      const { id, attempt_id: attemptId } = request.params;
      return acceptLateAnswers(dependencies, actorOf(request), id, attemptId, request.body.late_accepted);
    },
  );
  app.put(
    '/api/shared-quizzes/:id/results/:attempt_id/answers/:key/',
    describeRoute(tag, 'Give an essay its points', {
      params: answerGradeParameters,
      body: gradeRequest,
      response: { 200: attemptResult, ...problemResponses(400, 401, 404) },
    }),
    (request) => {
      const { id, attempt_id: attemptId, key } = request.params;
      return gradeAnswer(dependencies, actorOf(request), { id, attemptId, key }, request.body);
    },
  );
  app.delete(
    '/api/shared-quizzes/:id/results/:attempt_id/',
    describeRoute(tag, 'Delete an attempt with all of its answers', {
      params: attemptResultParameters,
      response: { 204: noContent, ...problemResponses(400, 401, 404) },
    }),
    async (request, reply) => {
      await deleteAttempt(dependencies, actorOf(request), request.params.id, request.params.attempt_id);
      return reply.code(204).send(null);
    },
  );
}
