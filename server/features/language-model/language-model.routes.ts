import type { FastifyReply } from 'fastify';
import { passwordConfirmation } from '#contract/accounts.ts';
import { idParameters } from '#contract/fields.ts';
import {
  accountModelBudget,
  accountModelBudgetChange,
  discoveredServices,
  languageModelBudget,
  languageModelBudgetChange,
  languageModelChange,
  languageModelSettings,
  modelConnection,
  modelList,
  modelTest,
  writerOverview,
} from '#contract/language-model.ts';
import type { Dependencies } from '#server/dependencies.ts';
import type { Application } from '#server/platform/http/application.ts';
import { actorOf } from '#server/platform/http/authentication.ts';
import { describeRoute } from '#server/platform/http/describe-route.ts';
import { problemResponses } from '#server/platform/http/problem-responses.ts';
import { confirmPassword, passwordCheckOf } from '../accounts/check-password.ts';
import { changeAccountBudget, changeBudget, readAccountBudget, readBudget } from './budget.ts';
import { discoverServices, listServiceModels, testLanguageModel } from './reach-services.ts';
import {
  changeLanguageModel,
  readLanguageModelSettings,
  readWriter,
  removeLanguageModel,
} from './settings.ts';

const tag = 'administration';
const config = { access: 'administrator' } as const;

/** Routes with which administrators choose, test and change the language model. */
export function registerLanguageModelRoutes(app: Application, dependencies: Dependencies): void {
  app.get(
    '/api/language-model/',
    describeRoute('quizzes', 'Read whether a language model is connected, and whom to ask for one', {
      response: { 200: writerOverview, ...problemResponses(401) },
    }),
    (request) => readWriter(dependencies, actorOf(request)),
  );
  app.get(
    '/api/admin/language-model/',
    describeRoute(tag, 'Read which language model is in use', {
      config,
      response: { 200: languageModelSettings, ...problemResponses(401, 403) },
    }),
    () => readLanguageModelSettings(dependencies),
  );
  app.put(
    '/api/admin/language-model/',
    describeRoute(tag, 'Choose the language model', {
      config,
      body: languageModelChange,
      response: { 200: languageModelSettings, ...problemResponses(400, 401, 403, 409, 429) },
    }),
    async (request) => {
      const actor = actorOf(request);
      // The service receives every lesson, so a stolen token must not be enough.
      await confirmPassword(dependencies, actor, passwordCheckOf(request));
      return changeLanguageModel(dependencies, actor, request.body);
    },
  );
  app.delete(
    '/api/admin/language-model/',
    describeRoute(tag, 'Remove the stored language model', {
      config,
      body: passwordConfirmation,
      response: { 200: languageModelSettings, ...problemResponses(400, 401, 403, 409, 429) },
    }),
    async (request) => {
      const actor = actorOf(request);
      await confirmPassword(dependencies, actor, passwordCheckOf(request));
      return removeLanguageModel(dependencies, actor);
    },
  );
  app.post(
    '/api/admin/language-model/models/',
    describeRoute(tag, 'List the models of a service', {
      config: { ...config, work: 'model_connection' },
      body: modelConnection,
      response: { 200: modelList, ...problemResponses(400, 401, 403, 429) },
    }),
    (request, reply) => listServiceModels(dependencies, request.body, whileConnected(reply)),
  );
  app.get(
    '/api/admin/language-model/budget/',
    describeRoute(tag, 'Read the monthly budgets for the language model', {
      config,
      response: { 200: languageModelBudget, ...problemResponses(401, 403) },
    }),
    () => readBudget(dependencies),
  );
  app.put(
    '/api/admin/language-model/budget/',
    describeRoute(tag, 'Set the monthly budgets for the language model', {
      config,
      body: languageModelBudgetChange,
      response: { 200: languageModelBudget, ...problemResponses(400, 401, 403) },
    }),
    (request) => changeBudget(dependencies, actorOf(request), request.body),
  );
  app.get(
    '/api/admin/accounts/:id/model-budget/',
    describeRoute(tag, 'Read the monthly language model budget of an account', {
      config,
      params: idParameters,
      response: { 200: accountModelBudget, ...problemResponses(400, 401, 403, 404) },
    }),
    ({ params }) => readAccountBudget(dependencies, params.id),
  );
  app.put(
    '/api/admin/accounts/:id/model-budget/',
    describeRoute(tag, 'Set the monthly language model budget of an account', {
      config,
      params: idParameters,
      body: accountModelBudgetChange,
      response: { 200: accountModelBudget, ...problemResponses(400, 401, 403, 404) },
    }),
    (request) => changeAccountBudget(dependencies, actorOf(request), request.params.id, request.body),
  );
  app.post(
    '/api/admin/language-model/discover/',
    describeRoute(tag, 'Look for language model services on this machine and its host', {
      config: { ...config, work: 'model_connection' },
      response: { 200: discoveredServices, ...problemResponses(401, 403, 429) },
    }),
    () => discoverServices(dependencies),
  );
  app.post(
    '/api/admin/language-model/test/',
    describeRoute(tag, 'Test a language model with one question about a sample page', {
      config: { ...config, work: 'model_connection' },
      body: modelConnection,
      response: { 200: modelTest, ...problemResponses(400, 401, 403, 429) },
    }),
    (request, reply) =>
      testLanguageModel(dependencies, actorOf(request), request.body, whileConnected(reply)),
  );
}

/** Aborts when the client has disconnected. */
function whileConnected(reply: Pick<FastifyReply, 'raw'>): AbortSignal {
  const left = new AbortController();
  reply.raw.once('close', () => left.abort());
  return left.signal;
}
