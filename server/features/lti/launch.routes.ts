import type { FastifyRequest } from 'fastify';
import { session } from '#contract/accounts.ts';
import { joinedAttempt } from '#contract/attempts.ts';
import {
  ltiChoice,
  ltiChoiceRequest,
  ltiIdentityList,
  ltiJoinRequest,
  ltiLaunch,
  ltiLaunchToken,
  ltiPlatformParameters,
  ltiQuizList,
} from '#contract/lti.ts';
import type { Dependencies } from '#server/dependencies.ts';
import type { Application } from '#server/http/application.ts';
import { actorOf } from '#server/http/authentication.ts';
import { describeRoute } from '#server/http/describe-route.ts';
import { originOf } from '#server/http/origin.ts';
import { noContent, problemResponses } from '#server/http/problem-responses.ts';
import { callerOf, welcome } from '../accounts/sign-in-callers.http.ts';
import {
  describeInstructorLaunch,
  linkPerson,
  listOwnIdentities,
  openSessionOfLaunch,
  unlinkPlatform,
} from './enter-as-instructor.ts';
import { describeStudentLaunch, joinFromLaunch } from './enter-as-student.ts';
import { getLaunch, type LaunchTicket } from './launches.ts';
import { readLoginCookie } from './lti-cookie.http.ts';
import { listPlaceableQuizzes, placeQuiz } from './place-quiz.ts';

const tag = 'learning platforms';
const config = { access: 'public' } as const;

/** What the page of a launch calls, with the token that the launch ended with. */
export function registerLtiLaunchRoutes(app: Application, dependencies: Dependencies): void {
  /** The token names the launch, so no call can ask for another one. */
  const ticketOf = (
    request: FastifyRequest,
    token = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? '',
  ): LaunchTicket => ({
    token,
    readCookie: (loginId) => readLoginCookie(request, dependencies.config, loginId),
  });
  app.get(
    '/api/lti/launch/',
    {
      config,
      ...describeRoute(tag, 'Read what the launch of the token is for', {
        response: { 200: ltiLaunch, ...problemResponses(401, 404, 409) },
      }),
    },
    async (request) => {
      const launch = await getLaunch(dependencies, ticketOf(request));
      return launch.kind === 'student'
        ? describeStudentLaunch(dependencies, launch)
        : describeInstructorLaunch(dependencies, launch);
    },
  );
  app.post(
    '/api/lti/launch/join/',
    {
      config,
      ...describeRoute(tag, 'Begin or continue the attempt of a launched student', {
        body: ltiJoinRequest,
        response: { 200: joinedAttempt, ...problemResponses(400, 401, 403, 404, 409) },
      }),
    },
    async (request) => ({
      token: await joinFromLaunch(dependencies, ticketOf(request), request.body.passcode, request.ip),
    }),
  );
  app.get(
    '/api/lti/launch/quizzes/',
    {
      config,
      ...describeRoute(tag, 'List the quizzes that a launched instructor can place in the course', {
        response: { 200: ltiQuizList, ...problemResponses(401, 409) },
      }),
    },
    (request) => listPlaceableQuizzes(dependencies, ticketOf(request)),
  );
  app.post(
    '/api/lti/launch/place/',
    {
      config,
      ...describeRoute(tag, 'Place a quiz in the course, sharing it if need be', {
        body: ltiChoiceRequest,
        response: { 200: ltiChoice, ...problemResponses(400, 401, 404, 409) },
      }),
    },
    (request) =>
      placeQuiz(
        dependencies,
        ticketOf(request),
        request.body.question_set_id,
        originOf(dependencies.config, request),
      ),
  );
  app.post(
    '/api/lti/session/',
    {
      config,
      ...describeRoute(tag, 'Sign in with a launch, where its platform account is linked', {
        body: ltiLaunchToken,
        response: { 200: session, ...problemResponses(400, 401, 403, 409) },
      }),
    },
    async (request, reply) => {
      const caller = callerOf(dependencies, request);
      const opened = await openSessionOfLaunch(dependencies, ticketOf(request, request.body.launch), caller);
      return welcome(dependencies, request, reply, opened);
    },
  );
  app.post(
    '/api/lti/link/',
    describeRoute(tag, 'Link the platform account of a launch to the account that is signed in', {
      body: ltiLaunchToken,
      response: { 204: noContent, ...problemResponses(400, 401, 403, 409) },
    }),
    async (request, reply) => {
      await linkPerson(dependencies, actorOf(request), ticketOf(request, request.body.launch));
      return reply.code(204).send(null);
    },
  );
  app.get(
    '/api/lti/identities/',
    describeRoute(tag, 'List the learning platforms that open one’s own account', {
      response: { 200: ltiIdentityList, ...problemResponses(401) },
    }),
    (request) => listOwnIdentities(dependencies, actorOf(request)),
  );
  app.delete(
    '/api/lti/identities/:platform_id/',
    describeRoute(tag, 'Unlink a learning platform from one’s own account', {
      params: ltiPlatformParameters,
      response: { 204: noContent, ...problemResponses(400, 401, 404) },
    }),
    async (request, reply) => {
      await unlinkPlatform(dependencies, actorOf(request), request.params.platform_id);
      return reply.code(204).send(null);
    },
  );
}
