import {
  passwordResetAnswer,
  passwordResetConfirmation,
  passwordResetRequest,
} from '../../../contract/accounts.ts';
import type { Application } from '../../http/application.ts';
import { noContent, problemResponses } from '../../http/problem-responses.ts';
import type { Dependencies } from '../../ports.ts';
import { confirmPasswordReset, requestPasswordReset } from './password-reset.ts';

export function registerPasswordResetRoutes(app: Application, dependencies: Dependencies): void {
  app.post(
    '/api/password-reset/request/',
    {
      config: { access: 'public' },
      schema: {
        tags: ['accounts'],
        summary: 'Ask for a link that resets a forgotten password',
        body: passwordResetRequest,
        response: { 202: passwordResetAnswer, ...problemResponses(400, 429) },
      },
    },
    async (request, reply) =>
      reply.code(202).send(await requestPasswordReset(dependencies, request.body.email, request.ip)),
  );
  app.post(
    '/api/password-reset/confirm/',
    {
      config: { access: 'public' },
      schema: {
        tags: ['accounts'],
        summary: 'Set a new password with such a link; every session ends',
        body: passwordResetConfirmation,
        response: { 204: noContent, ...problemResponses(400, 429) },
      },
    },
    async (request, reply) => {
      const { userId } = await confirmPasswordReset(dependencies, request.body, request.ip);
      app.forgetIdentity(userId);
      return reply.code(204).send(null);
    },
  );
}
