import { passwordConfirmation } from '#contract/accounts.ts';
import { idParameters } from '#contract/fields.ts';
import { twoFactorSettings, twoFactorSettingsChange } from '#contract/sign-in.ts';
import type { Application } from '#server/http/application.ts';
import { actorOf } from '#server/http/authentication.ts';
import { describeRoute } from '#server/http/describe-route.ts';
import { noContent, problemResponses } from '#server/http/problem-responses.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { confirmPassword, passwordCheckOf } from '../accounts/check-password.ts';
import {
  changeTwoFactorSettings,
  readTwoFactorSettings,
  removeTwoFactor,
} from '../accounts/two-factor/two-factor-policy.ts';

const tag = 'administration';
const config = { access: 'administrator' } as const;

/** Whom the second factor is required of, and what helps someone who has lost it. */
export function registerTwoFactorAdministrationRoutes(app: Application, dependencies: Dependencies): void {
  app.get(
    '/api/admin/two-factor/',
    {
      config,
      ...describeRoute(tag, 'Read whom the second factor is required of', {
        response: { 200: twoFactorSettings, ...problemResponses(401, 403) },
      }),
    },
    () => readTwoFactorSettings(dependencies),
  );
  app.put(
    '/api/admin/two-factor/',
    {
      config,
      ...describeRoute(tag, 'Say whom the second factor is required of', {
        body: twoFactorSettingsChange,
        response: { 200: twoFactorSettings, ...problemResponses(400, 401, 403, 429) },
      }),
    },
    async (request) => {
      const actor = actorOf(request);
      await confirmPassword(dependencies, actor, passwordCheckOf(request));
      const { required_for: requiredFor } = request.body;
      return changeTwoFactorSettings(dependencies, actor, { required_for: requiredFor });
    },
  );
  app.delete(
    '/api/admin/accounts/:id/two-factor/',
    {
      config,
      ...describeRoute(tag, 'Remove the second factor of someone who has lost it', {
        params: idParameters,
        body: passwordConfirmation,
        response: { 204: noContent, ...problemResponses(400, 401, 403, 404, 429) },
      }),
    },
    async (request, reply) => {
      const actor = actorOf(request);
      // The account is then protected by its password alone: a stolen token must not be enough.
      await confirmPassword(dependencies, actor, passwordCheckOf(request));
      await removeTwoFactor(dependencies, actor, request.params.id);
      app.forgetIdentity(request.params.id);
      return reply.code(204).send(null);
    },
  );
}
