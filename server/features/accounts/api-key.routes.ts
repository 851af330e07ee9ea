import {
  accountApiKeyList,
  apiKeyParameters,
  apiKeyRequest,
  newApiKey,
  passwordConfirmation,
} from '#contract/accounts.ts';
import type { Application } from '#server/http/application.ts';
import { actorOf } from '#server/http/authentication.ts';
import { describeRoute } from '#server/http/describe-route.ts';
import { noContent, problemResponses } from '#server/http/problem-responses.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { createNamedApiKey, listApiKeys, revokeApiKey } from './api-keys.ts';
import { passwordCheckOf } from './check-password.ts';

/** The named API keys of an account. The key that login returns has its own call, `POST /api/auth/api-key/`. */
export function registerApiKeyRoutes(app: Application, dependencies: Dependencies): void {
  app.get(
    '/api/auth/api-keys/',
    describeRoute('accounts', 'List your named API keys', {
      response: { 200: accountApiKeyList, ...problemResponses(401) },
    }),
    (request) => listApiKeys(dependencies, actorOf(request)),
  );
  app.post(
    '/api/auth/api-keys/',
    describeRoute('accounts', 'Create a named API key', {
      body: apiKeyRequest,
      response: { 201: newApiKey, ...problemResponses(400, 401, 409, 429) },
    }),
    async (request, reply) => {
      const check = passwordCheckOf(request);
      return reply
        .code(201)
        .send(await createNamedApiKey(dependencies, actorOf(request), request.body, check));
    },
  );
  app.delete(
    '/api/auth/api-keys/:id/',
    describeRoute('accounts', 'Revoke a named API key', {
      params: apiKeyParameters,
      body: passwordConfirmation,
      response: { 204: noContent, ...problemResponses(400, 401, 404, 429) },
    }),
    async (request, reply) => {
      const actor = actorOf(request);
      await revokeApiKey(dependencies, actor, request.params.id, passwordCheckOf(request));
      app.forgetIdentity(actor.userId);
      return reply.code(204).send(null);
    },
  );
}
