import { idParameters } from '#contract/fields.ts';
import {
  newWebhook,
  webhook,
  webhookChange,
  webhookDelivery,
  webhookDeliveryList,
  webhookList,
  webhookRequest,
} from '#contract/webhooks.ts';
import type { Dependencies } from '#server/dependencies.ts';
import type { Application } from '#server/http/application.ts';
import { actorOf } from '#server/http/authentication.ts';
import { describeRoute } from '#server/http/describe-route.ts';
import { noContent, problemResponses } from '#server/http/problem-responses.ts';
import {
  changeWebhook,
  createWebhook,
  listDeliveries,
  listWebhooks,
  removeWebhook,
  sendTest,
} from './webhooks.ts';

const tag = 'webhooks';

/** Addresses that hear of events in one's own account. */
export function registerWebhookRoutes(app: Application, dependencies: Dependencies): void {
  app.get(
    '/api/webhooks/',
    describeRoute(tag, 'List one’s own webhooks', {
      response: { 200: webhookList, ...problemResponses(401) },
    }),
    (request) => listWebhooks(dependencies, actorOf(request)),
  );
  app.post(
    '/api/webhooks/',
    describeRoute(tag, 'Create a webhook', {
      body: webhookRequest,
      response: { 201: newWebhook, ...problemResponses(400, 401, 409) },
    }),
    async (request, reply) =>
      reply.code(201).send(await createWebhook(dependencies, actorOf(request), request.body)),
  );
  app.patch(
    '/api/webhooks/:id/',
    describeRoute(tag, 'Change a webhook, or turn it on or off', {
      params: idParameters,
      body: webhookChange,
      response: { 200: webhook, ...problemResponses(400, 401, 404) },
    }),
    (request) => changeWebhook(dependencies, actorOf(request), request.params.id, request.body),
  );
  app.delete(
    '/api/webhooks/:id/',
    describeRoute(tag, 'Delete a webhook', {
      params: idParameters,
      response: { 204: noContent, ...problemResponses(400, 401, 404) },
    }),
    async (request, reply) => {
      await removeWebhook(dependencies, actorOf(request), request.params.id);
      return reply.code(204).send(null);
    },
  );
  app.get(
    '/api/webhooks/:id/deliveries/',
    describeRoute(tag, 'List the last messages to a webhook, newest first', {
      params: idParameters,
      response: { 200: webhookDeliveryList, ...problemResponses(400, 401, 404) },
    }),
    (request) => listDeliveries(dependencies, actorOf(request), request.params.id),
  );
  app.post(
    '/api/webhooks/:id/test/',
    describeRoute(tag, 'Send a test message to a webhook', {
      params: idParameters,
      response: { 202: webhookDelivery, ...problemResponses(400, 401, 404) },
    }),
    async (request, reply) =>
      reply.code(202).send(await sendTest(dependencies, actorOf(request), request.params.id)),
  );
}
