import {
  accountApiKeyList,
  apiKeyAnswer,
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

/** The API keys of an account. */
export function registerApiKeyRoutes(app: Application, dependencies: Dependencies): void {
  app.get(
    '/api/auth/api-keys/',
    describeRoute('accounts', 'List your API keys', {
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
    describeRoute('accounts', 'Revoke an API key; the one that login returns is replaced', {
      params: apiKeyParameters,
      body: passwordConfirmation,
      response: { 200: apiKeyAnswer, 204: noContent, ...problemResponses(400, 401, 404, 429) },
    }),
    async (request, reply) => {
      const actor = actorOf(request);
      const check = passwordCheckOf(request);
      const apiKey = await revokeApiKey(dependencies, actor, request.params.id, check);
      app.forgetIdentity(actor.userId);
      return apiKey === undefined ? reply.code(204).send(null) : reply.code(200).send({ api_key: apiKey });
    },
  );
}
