import { lessonFacts } from '#contract/facts.ts';
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
import type { Application } from '#server/platform/http/application.ts';
import { actorOf } from '#server/platform/http/authentication.ts';
import { describeRoute } from '#server/platform/http/describe-route.ts';
import { noContent, problemResponses } from '#server/platform/http/problem-responses.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { editCandidate, rejectCandidate, restoreCandidate, putIntoQuiz } from './candidates.ts';
import { readFacts } from './facts.ts';
import { readQuestionBank } from './read-bank.ts';
import { requestPreparation } from './request-preparation.ts';

const tag = 'question bank';

export function registerQuestionBankRoutes(app: Application, dependencies: Dependencies): void {
  app.get(
    '/api/lessons/:id/question-bank/',
    describeRoute(tag, 'List a lesson’s prepared questions, best first', {
      config: { isLong: true },
      params: idParameters,
      querystring: questionBankQuery,
      response: { 200: questionBank, ...problemResponses(400, 401, 404) },
    }),
    (request) => readQuestionBank(dependencies, actorOf(request), request.params.id, request.query),
  );
  app.get(
    '/api/lessons/:id/facts/',
    describeRoute(tag, 'List the best statements of a lesson that no question uses yet', {
      config: { isLong: true },
      params: idParameters,
      response: { 200: lessonFacts, ...problemResponses(400, 401, 404) },
    }),
    (request) => readFacts(dependencies, actorOf(request), request.params.id),
  );
  app.post(
    '/api/lessons/:id/question-bank/prepare/',
    {
      config: { work: 'quiz', addsText: true },
      ...describeRoute(tag, 'Prepare questions in the background, or more of them if the bank is ready', {
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
      ...describeRoute(tag, 'Edit a prepared question; quizzes that contain it do not change', {
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
        'Create a quiz from prepared questions, or append them to a quiz as its next version',
        {
          body: questionsFromBankRequest,
          response: { 200: questionSetWithQuestions, ...problemResponses(400, 401, 404, 409) },
        },
      ),
    },
    (request) => putIntoQuiz(dependencies, actorOf(request), request.body),
  );
}
