import {
  passwordResetAnswer,
  passwordResetConfirmation,
  passwordResetDone,
  passwordResetRequest,
} from '#contract/accounts.ts';
import type { Application } from '#server/http/application.ts';
import { describeRoute } from '#server/http/describe-route.ts';
import { problemResponses } from '#server/http/problem-responses.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { refuseWithoutLocalAccounts } from './local-accounts.ts';
import { confirmPasswordReset, requestPasswordReset } from './change-password.ts';

export function registerPasswordResetRoutes(app: Application, dependencies: Dependencies): void {
  app.post(
    '/api/password-reset/request/',
    {
      config: { access: 'public' },
      ...describeRoute('accounts', 'Ask for a link that resets a forgotten password', {
        body: passwordResetRequest,
        response: { 202: passwordResetAnswer, ...problemResponses(400, 403, 429) },
      }),
    },
    async (request, reply) => {
      refuseWithoutLocalAccounts(dependencies);
      return reply.code(202).send(await requestPasswordReset(dependencies, request.body.email, request.ip));
    },
  );
  app.post(
    '/api/password-reset/confirm/',
    {
      config: { access: 'public' },
      ...describeRoute('accounts', 'Set a new password with such a link; every session and API key ends', {
        body: passwordResetConfirmation,
        response: { 200: passwordResetDone, ...problemResponses(400, 403, 429) },
      }),
    },
    async (request) => {
      refuseWithoutLocalAccounts(dependencies);
      const { userId, done } = await confirmPasswordReset(dependencies, request.body, request.ip);
      app.forgetIdentity(userId);
      return done;
    },
  );
}
