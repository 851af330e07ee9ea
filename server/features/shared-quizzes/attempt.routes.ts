import type { FastifyRequest } from 'fastify';
import {
  answerParameters,
  answerSaved,
  attemptEvidence,
  joinedAttempt,
  joinRequest,
  quizCodeParameters,
  quizInvitation,
  saveAnswerRequest,
  studentAttempt,
} from '#contract/attempts.ts';
import type { Dependencies } from '#server/dependencies.ts';
import type { Application } from '#server/http/application.ts';
import { describeRoute } from '#server/http/describe-route.ts';
import { originOf } from '#server/http/origin.ts';
import { problemResponses } from '#server/http/problem-responses.ts';
import { ProblemError } from '#server/problem-error.ts';
import { readAttempt, readEvidence, saveAnswer, submitAttempt } from './attempts.ts';
import { joinQuiz, readInvitation, startAgain } from './join-quiz.ts';

const tag = 'taking a quiz';

/** The token names the attempt, so no call can ask for another one. */
function tokenOf(request: FastifyRequest): string {
  const token = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1];
  if (token === undefined) throw new ProblemError('attempt_unknown');
  return token;
}

/** The students' side: no account, and for all calls about an attempt the token that joining returns. */
export function registerAttemptRoutes(app: Application, dependencies: Dependencies): void {
  const config = { access: 'public' } as const;
  app.get(
    '/api/q/:code/',
    {
      config,
      ...describeRoute(tag, 'What anyone with the link may know about a quiz', {
        params: quizCodeParameters,
        response: { 200: quizInvitation, ...problemResponses(400, 404) },
      }),
    },
    (request) => readInvitation(dependencies, request.params.code),
  );
  app.post(
    '/api/q/:code/join/',
    {
      config,
      ...describeRoute(tag, 'Begin an attempt, or continue one with its code', {
        params: quizCodeParameters,
        body: joinRequest,
        response: { 200: joinedAttempt, ...problemResponses(400, 403, 404, 409) },
      }),
    },
    async (request) => ({
      token: await joinQuiz(dependencies, request.params.code, request.body, request.ip),
    }),
  );
  app.get(
    '/api/attempt/',
    {
      config,
      ...describeRoute(tag, 'Read the attempt of the token', {
        response: { 200: studentAttempt, ...problemResponses(401) },
      }),
    },
    (request) => readAttempt(dependencies, tokenOf(request)),
  );
  app.put(
    '/api/attempt/answers/:key/',
    {
      config,
      ...describeRoute(tag, 'Save one answer', {
        params: answerParameters,
        body: saveAnswerRequest,
        response: { 200: answerSaved, ...problemResponses(400, 401, 404, 409) },
      }),
    },
    (request) => saveAnswer(dependencies, tokenOf(request), request.params.key, request.body),
  );
  app.post(
    '/api/attempt/submit/',
    {
      config,
      ...describeRoute(tag, 'Submit the attempt', {
        response: { 200: studentAttempt, ...problemResponses(401) },
      }),
    },
    (request) => submitAttempt(dependencies, tokenOf(request)),
  );
  app.post(
    '/api/attempt/again/',
    {
      config,
      ...describeRoute(tag, 'Begin the next attempt of the same student', {
        response: { 200: joinedAttempt, ...problemResponses(401, 403, 409) },
      }),
    },
    async (request) => ({ token: await startAgain(dependencies, tokenOf(request)) }),
  );
  app.get(
    '/api/attempt/evidence/:key/',
    {
      config,
      ...describeRoute(tag, 'Read the passage that a question is based on, once its feedback may be seen', {
        params: answerParameters,
        response: { 200: attemptEvidence, ...problemResponses(400, 401, 404) },
      }),
    },
    (request) =>
      readEvidence(
        dependencies,
        tokenOf(request),
        request.params.key,
        originOf(dependencies.config, request),
      ),
  );
}
