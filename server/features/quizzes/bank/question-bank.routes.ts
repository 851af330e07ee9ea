import { lessonFacts } from '#contract/facts.ts';
import { idParameters } from '#contract/fields.ts';
import {
  bankCandidate,
  candidateParameters,
  editCandidateRequest,
  questionBank,
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
      response: { 200: questionBank, ...problemResponses(400, 401, 404) },
    }),
    (request) => readQuestionBank(dependencies, actorOf(request), request.params.id),
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
    describeRoute(tag, 'Prepare questions in the background, or more of them if the bank is ready', {
      config: { work: 'quiz', addsText: true },
      params: idParameters,
      response: { 202: questionBankState, ...problemResponses(400, 401, 404, 409) },
    }),
    (request) => requestPreparation(dependencies, actorOf(request), request.params.id),
  );
  app.put(
    '/api/question-bank/:id/',
    describeRoute(tag, 'Edit a prepared question; quizzes that contain it do not change', {
      config: { addsText: true },
      params: candidateParameters,
      body: editCandidateRequest,
      response: { 200: bankCandidate, ...problemResponses(400, 401, 404, 409) },
    }),
    (request) => editCandidate(dependencies, actorOf(request), request.params.id, request.body),
  );
  app.delete(
    '/api/question-bank/:id/',
    describeRoute(tag, 'Reject a prepared question; it is never offered again', {
      params: candidateParameters,
      response: { 204: noContent, ...problemResponses(400, 401, 404) },
    }),
    (request) => rejectCandidate(dependencies, actorOf(request), request.params.id),
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
    describeRoute(
      tag,
      'Create a quiz from prepared questions, or append them to a quiz as its next version',
      {
        config: { addsText: true },
        body: questionsFromBankRequest,
        response: { 200: questionSetWithQuestions, ...problemResponses(400, 401, 404, 409) },
      },
    ),
    (request) => putIntoQuiz(dependencies, actorOf(request), request.body),
  );
}
