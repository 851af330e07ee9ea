import { idParameters } from '#contract/fields.ts';
import {
  bankCandidate,
  candidateParameters,
  editCandidateRequest,
  questionBank,
  questionBankQuery,
  questionBankState,
  questionsFromBankRequest,
} from '#contract/question-bank.ts';
import { questionSetWithQuestions } from '#contract/quizzes.ts';
import type { Application } from '#server/http/application.ts';
import { actorOf } from '#server/http/authentication.ts';
import { describeRoute } from '#server/http/describe-route.ts';
import { noContent, problemResponses } from '#server/http/problem-responses.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { editCandidate, rejectCandidate, restoreCandidate, putIntoQuiz } from './candidates.ts';
import { readQuestionBank } from './read-bank.ts';
import { requestPreparation } from './request-preparation.ts';

const tag = 'question bank';

export function registerQuestionBankRoutes(app: Application, dependencies: Dependencies): void {
  app.get(
    '/api/lessons/:id/question-bank/',
    describeRoute(tag, 'List the questions that are prepared for a lesson, best first', {
      params: idParameters,
      querystring: questionBankQuery,
      response: { 200: questionBank, ...problemResponses(400, 401, 404) },
    }),
    (request) => readQuestionBank(dependencies, actorOf(request), request.params.id, request.query),
  );
  app.post(
    '/api/lessons/:id/question-bank/prepare/',
    {
      config: { work: 'quiz', addsText: true },
      ...describeRoute(tag, 'Prepare questions in the background, or more of them when the bank is ready', {
        params: idParameters,
        response: { 202: questionBankState, ...problemResponses(400, 401, 404, 409) },
      }),
    },
    async (request, reply) =>
      reply.code(202).send(await requestPreparation(dependencies, actorOf(request), request.params.id)),
  );
  app.put(
    '/api/question-bank/:id/',
    {
      config: { addsText: true },
      ...describeRoute(tag, 'Edit a prepared question; quizzes that contain it stay as they are', {
        params: candidateParameters,
        body: editCandidateRequest,
        response: { 200: bankCandidate, ...problemResponses(400, 401, 404, 409) },
      }),
    },
    (request) => editCandidate(dependencies, actorOf(request), request.params.id, request.body),
  );
  app.delete(
    '/api/question-bank/:id/',
    describeRoute(tag, 'Reject a prepared question; it is never offered again', {
      params: candidateParameters,
      response: { 204: noContent, ...problemResponses(400, 401, 404) },
    }),
    async (request, reply) => {
      await rejectCandidate(dependencies, actorOf(request), request.params.id);
      return reply.code(204).send(null);
    },
  );
  app.post(
    '/api/question-bank/:id/restore/',
    describeRoute(tag, 'Undo the rejection of a prepared question', {
      params: candidateParameters,
      response: { 200: bankCandidate, ...problemResponses(400, 401, 404, 409) },
    }),
    (request) => restoreCandidate(dependencies, actorOf(request), request.params.id),
  );
  app.post(
    '/api/question-sets/from_bank/',
    {
      config: { addsText: true },
      ...describeRoute(
        tag,
        'Make a quiz from prepared questions, or append them to a quiz as its next version',
        {
          body: questionsFromBankRequest,
          response: { 200: questionSetWithQuestions, ...problemResponses(400, 401, 404, 409) },
        },
      ),
    },
    (request) => putIntoQuiz(dependencies, actorOf(request), request.body),
  );
}
