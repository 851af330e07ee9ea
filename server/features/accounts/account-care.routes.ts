import { accountExport } from '#contract/account-export.ts';
import {
  account,
  accountSessionList,
  apiKeyAnswer,
  passwordChangeRequest,
  passwordConfirmation,
  profileChange,
  sessionParameters,
  user,
  accountApiKeyList,
  apiKeyParameters,
  apiKeyRequest,
  newApiKey,
} from '#contract/accounts.ts';
import type { Application } from '#server/platform/http/application.ts';
import { actorOf } from '#server/platform/http/authentication.ts';
import { originOf } from '#server/platform/http/origin.ts';
import { describeRoute } from '#server/platform/http/describe-route.ts';
import { noContent, problemResponses } from '#server/platform/http/problem-responses.ts';
import { sendPieces } from '#server/platform/http/send-pieces.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { changePassword } from './change-password.ts';
import { changeProfile, readAccount } from './profile.ts';
import { passwordCheckOf } from './check-password.ts';
import { deleteAccount } from './delete-account.ts';
import { exportAccount } from './export-account.ts';
import { rotateApiKey, createNamedApiKey, listApiKeys, revokeApiKey } from './api-keys.ts';
import { endOtherSessions, endSession, listSessions } from './sessions.ts';

/** What people do about their own account: sessions, password, API key, and its end. */
export function registerAccountCareRoutes(app: Application, dependencies: Dependencies): void {
  app.get(
    '/api/auth/sessions/',
    describeRoute('accounts', 'List your sessions', {
      response: { 200: accountSessionList, ...problemResponses(401) },
    }),
    (request) => listSessions(dependencies, actorOf(request)),
  );
  app.delete(
    '/api/auth/sessions/',
    describeRoute('accounts', 'End all your sessions except the current one', {
      config: { securityEvent: 'sessions_end' },
      body: passwordConfirmation,
      response: { 204: noContent, ...problemResponses(400, 401, 429) },
    }),
    async (request) => {
      const actor = actorOf(request);
      await endOtherSessions(dependencies, actor, passwordCheckOf(request));
      app.forgetIdentity(actor.userId);
    },
  );
  app.delete(
    '/api/auth/sessions/:id/',
    describeRoute('accounts', 'End one of your sessions', {
      config: { securityEvent: 'session_end' },
      params: sessionParameters,
      body: passwordConfirmation,
      response: { 204: noContent, ...problemResponses(400, 401, 404, 429) },
    }),
    async (request) => {
      const actor = actorOf(request);
      await endSession(dependencies, actor, request.params.id, passwordCheckOf(request));
      app.forgetIdentity(actor.userId);
    },
  );
  app.post(
    '/api/auth/password/',
    describeRoute('accounts', 'Change your password; ends every other session, and all API keys on request', {
      config: { securityEvent: 'password_change' },
      body: passwordChangeRequest,
      response: { 200: apiKeyAnswer, 204: noContent, ...problemResponses(400, 401, 409, 429) },
    }),
    async (request, reply) => {
      const actor = actorOf(request);
      const apiKey = await changePassword(dependencies, actor, request.body, request.ip);
      app.forgetIdentity(actor.userId);
      return apiKey === undefined ? reply.code(204).send(null) : reply.code(200).send({ api_key: apiKey });
    },
  );
  app.post(
    '/api/auth/api-key/',
    describeRoute('accounts', 'Replace an API key; the old one stops working', {
      config: { securityEvent: 'api_key_change' },
      body: passwordConfirmation,
      response: { 200: apiKeyAnswer, ...problemResponses(400, 401, 429) },
    }),
    async (request) => {
      const actor = actorOf(request);
      const apiKey = await rotateApiKey(dependencies, actor, passwordCheckOf(request));
      app.forgetIdentity(actor.userId);
      return { api_key: apiKey };
    },
  );
  app.get(
    '/api/auth/export/',
    describeRoute('accounts', 'Download everything that Lectern stores about you', {
      config: { securityEvent: 'export', isLong: true },
      response: {
        200: {
          description: 'One JSON document, sent as it is read; files are named with links to download them',
          content: { 'application/json': { schema: accountExport } },
        },
        ...problemResponses(401, 429),
      },
    }),
    async (request, reply) => {
      const origin = originOf(dependencies.config, request);
      const pieces = await exportAccount(dependencies, actorOf(request), origin);
      const name = `lectern-export-${new Date().toISOString().slice(0, 10)}.json`;
      reply.header('content-disposition', `attachment; filename="${name}"`);
      return sendPieces(reply, pieces);
    },
  );
  app.get(
    '/api/auth/account/',
    describeRoute('accounts', 'Read your account and how much is in it', {
      response: { 200: account, ...problemResponses(401) },
    }),
    (request) => readAccount(dependencies, actorOf(request)),
  );
  app.patch(
    '/api/auth/account/',
    describeRoute('accounts', 'Change your name or department', {
      body: profileChange,
      response: { 200: user, ...problemResponses(400, 401) },
    }),
    (request) => changeProfile(dependencies, actorOf(request), request.body),
  );
  app.delete(
    '/api/auth/account/',
    describeRoute('accounts', 'Permanently delete your account with everything in it', {
      config: { securityEvent: 'account_deletion' },
      body: passwordConfirmation,
      response: { 204: noContent, ...problemResponses(400, 401, 429) },
    }),
    async (request) => {
      const actor = actorOf(request);
      await deleteAccount(dependencies, actor, passwordCheckOf(request));
      app.forgetIdentity(actor.userId);
    },
  );
  registerApiKeyRoutes(app, dependencies);
}

/** The API keys of an account. */
function registerApiKeyRoutes(app: Application, dependencies: Dependencies): void {
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
      config: { securityEvent: 'api_key_creation' },
      body: apiKeyRequest,
      response: { 201: newApiKey, ...problemResponses(400, 401, 409, 429) },
    }),
    (request) => createNamedApiKey(dependencies, actorOf(request), request.body, passwordCheckOf(request)),
  );
  app.delete(
    '/api/auth/api-keys/:id/',
    describeRoute('accounts', 'Revoke an API key; the one that login returns is replaced by a new one', {
      config: { securityEvent: 'api_key_revocation' },
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
