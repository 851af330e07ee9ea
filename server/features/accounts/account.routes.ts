import {
  loginRequest,
  refreshedTokens,
  refreshRequest,
  registerRequest,
  registrationLinkAnswer,
  registrationLinkRequest,
  session,
} from '#contract/accounts.ts';
import { registrationOptions } from '#contract/administration.ts';
import type { Application } from '#server/http/application.ts';
import { nameInstructor } from '#server/http/request-context.ts';
import { describeRoute } from '#server/http/describe-route.ts';
import { noContent, problemResponses } from '#server/http/problem-responses.ts';
import { callerOf, welcome } from './sign-in-callers.http.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { refuseWithoutLocalAccounts } from './local-accounts.ts';
import { logIn } from './log-in.ts';
import { logOut, refreshSession } from './sessions.ts';
import { registerAccount, readRegistrationOptions } from './registration.ts';
import { requestRegistrationLink } from './request-registration-link.ts';

export function registerAccountRoutes(app: Application, dependencies: Dependencies): void {
  app.post(
    '/api/auth/register/',
    {
      config: { access: 'public' },
      ...describeRoute('accounts', 'Make an account and sign in', {
        body: registerRequest,
        response: { 201: session, ...problemResponses(400, 403, 429) },
      }),
    },
    async (request, reply) => {
      refuseWithoutLocalAccounts(dependencies);
      const made = await registerAccount(dependencies, request.body, callerOf(dependencies, request));
      return reply.code(201).send(welcome(dependencies, request, reply, made));
    },
  );
  app.post(
    '/api/auth/registration/link/',
    {
      config: { access: 'public' },
      ...describeRoute('accounts', 'Ask for the link with which registration begins', {
        body: registrationLinkRequest,
        response: { 202: registrationLinkAnswer, ...problemResponses(400, 403, 409, 429) },
      }),
    },
    async (request, reply) => {
      refuseWithoutLocalAccounts(dependencies);
      return reply.code(202).send(await requestRegistrationLink(dependencies, request.body, request.ip));
    },
  );
  app.get(
    '/api/auth/registration/',
    {
      config: { access: 'public' },
      ...describeRoute('accounts', 'Read who may register, and how a forgotten password is reset', {
        response: { 200: registrationOptions, ...problemResponses() },
      }),
    },
    () => readRegistrationOptions(dependencies),
  );
  app.post(
    '/api/auth/login/',
    {
      config: { access: 'public' },
      ...describeRoute('accounts', 'Sign in', {
        body: loginRequest,
        response: { 200: session, ...problemResponses(400, 401, 403, 429) },
      }),
    },
    async (request, reply) => {
      refuseWithoutLocalAccounts(dependencies);
      const opened = await logIn(dependencies, request.body, callerOf(dependencies, request));
      return welcome(dependencies, request, reply, opened);
    },
  );
  app.post(
    '/api/auth/refresh/',
    {
      config: { access: 'public' },
      ...describeRoute('accounts', 'Exchange a refresh token for new tokens', {
        body: refreshRequest,
        response: { 200: refreshedTokens, ...problemResponses(400, 401) },
      }),
    },
    async (request) => {
      const renewed = await refreshSession(dependencies, request.body.refresh, request.ip);
      nameInstructor(request, renewed.instructor_id);
      return renewed;
    },
  );
  app.post(
    '/api/auth/logout/',
    {
      config: { access: 'public' },
      ...describeRoute('accounts', 'End a session: its tokens are worth nothing any more', {
        body: refreshRequest,
        response: { 204: noContent, ...problemResponses(400) },
      }),
    },
    async (request, reply) => {
      const userId = await logOut(dependencies, request.body.refresh);
      if (userId !== undefined) {
        app.forgetIdentity(userId);
        nameInstructor(request, userId);
      }
      return reply.code(204).send(null);
    },
  );
}
