import {
  loginRequest,
  refreshedTokens,
  refreshRequest,
  registerRequest,
  registrationLinkAnswer,
  registrationLinkRequest,
  session,
  passwordResetAnswer,
  passwordResetConfirmation,
  passwordResetDone,
  passwordResetRequest,
} from '#contract/accounts.ts';
import { registrationOptions } from '#contract/administration.ts';
import type { Application } from '#server/platform/http/application.ts';
import { nameInstructor } from '#server/platform/http/request-context.ts';
import { describeRoute } from '#server/platform/http/describe-route.ts';
import { noContent, problemResponses } from '#server/platform/http/problem-responses.ts';
import { callerOf, welcome } from './sign-in-callers.http.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { refuseWithoutLocalAccounts } from './check-password.ts';
import { logIn } from './log-in.ts';
import { logOut, refreshSession } from './sessions.ts';
import { registerAccount, readRegistrationOptions } from './registration.ts';
import { requestRegistrationLink } from './request-registration-link.ts';
import { confirmPasswordReset, requestPasswordReset } from './change-password.ts';

export function registerAccountRoutes(app: Application, dependencies: Dependencies): void {
  app.post(
    '/api/auth/register/',
    describeRoute('accounts', 'Create an account and sign in', {
      config: { access: 'public', securityEvent: 'registration' },
      body: registerRequest,
      response: { 201: session, ...problemResponses(400, 403, 429) },
    }),
    async (request, reply) => {
      refuseWithoutLocalAccounts(dependencies);
      const made = await registerAccount(dependencies, request.body, callerOf(dependencies, request));
      return welcome(dependencies, request, reply, made);
    },
  );
  app.post(
    '/api/auth/registration/link/',
    describeRoute('accounts', 'Request a registration link', {
      config: { access: 'public', securityEvent: 'registration_link_request' },
      body: registrationLinkRequest,
      response: { 202: registrationLinkAnswer, ...problemResponses(400, 403, 409, 429) },
    }),
    async (request) => {
      refuseWithoutLocalAccounts(dependencies);
      return requestRegistrationLink(dependencies, request.body, request.ip);
    },
  );
  app.get(
    '/api/auth/registration/',
    describeRoute('accounts', 'Read who may register, and how to reset a forgotten password', {
      config: { access: 'public' },
      response: { 200: registrationOptions, ...problemResponses() },
    }),
    () => readRegistrationOptions(dependencies),
  );
  app.post(
    '/api/auth/login/',
    describeRoute('accounts', 'Sign in', {
      config: { access: 'public', securityEvent: 'login' },
      body: loginRequest,
      response: { 200: session, ...problemResponses(400, 401, 403, 429) },
    }),
    async (request, reply) => {
      refuseWithoutLocalAccounts(dependencies);
      const opened = await logIn(dependencies, request.body, callerOf(dependencies, request));
      return welcome(dependencies, request, reply, opened);
    },
  );
  app.post(
    '/api/auth/refresh/',
    describeRoute('accounts', 'Exchange a refresh token for new tokens', {
      config: { access: 'public', securityEvent: 'session_renewal' },
      body: refreshRequest,
      response: { 200: refreshedTokens, ...problemResponses(400, 401) },
    }),
    async (request) => {
      const renewed = await refreshSession(dependencies, request.body.refresh, request.ip);
      nameInstructor(request, renewed.instructor_id);
      return renewed;
    },
  );
  app.post(
    '/api/auth/logout/',
    describeRoute('accounts', 'End a session and invalidate its tokens', {
      config: { access: 'public', securityEvent: 'logout' },
      body: refreshRequest,
      response: { 204: noContent, ...problemResponses(400) },
    }),
    async (request) => {
      const userId = await logOut(dependencies, request.body.refresh);
      if (userId !== undefined) {
        app.forgetIdentity(userId);
        nameInstructor(request, userId);
      }
    },
  );
  registerPasswordResetRoutes(app, dependencies);
}

function registerPasswordResetRoutes(app: Application, dependencies: Dependencies): void {
  app.post(
    '/api/password-reset/request/',
    describeRoute('accounts', 'Request a password reset link', {
      config: { access: 'public', securityEvent: 'password_reset_request' },
      body: passwordResetRequest,
      response: { 202: passwordResetAnswer, ...problemResponses(400, 403, 429) },
    }),
    async (request) => {
      refuseWithoutLocalAccounts(dependencies);
      return requestPasswordReset(dependencies, request.body.email, request.ip);
    },
  );
  app.post(
    '/api/password-reset/confirm/',
    describeRoute('accounts', 'Set a new password with a reset link; ends every session and API key', {
      config: { access: 'public', securityEvent: 'password_reset' },
      body: passwordResetConfirmation,
      response: { 200: passwordResetDone, ...problemResponses(400, 403, 429) },
    }),
    async (request) => {
      refuseWithoutLocalAccounts(dependencies);
      const { userId, done } = await confirmPasswordReset(dependencies, request.body, request.ip);
      app.forgetIdentity(userId);
      return done;
    },
  );
}
