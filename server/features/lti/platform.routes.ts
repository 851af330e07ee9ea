import { idParameters } from '#contract/fields.ts';
import { ltiAdministration, ltiPlatform, ltiPlatformRequest, ltiTool } from '#contract/lti.ts';
import type { Dependencies } from '#server/dependencies.ts';
import type { Application } from '#server/http/application.ts';
import { actorOf } from '#server/http/authentication.ts';
import { describeRoute } from '#server/http/describe-route.ts';
import { originOf } from '#server/http/origin.ts';
import { noContent, problemResponses } from '#server/http/problem-responses.ts';
import {
  changePlatform,
  describeTool,
  readLtiAdministration,
  registerPlatform,
  removePlatform,
} from './administer-platforms.ts';
import { rotateKey } from './keys.ts';

const tag = 'administration';
const config = { access: 'administrator' } as const;

/** Which learning platforms may launch Lectern, and what they need to know of it. */
export function registerPlatformRoutes(app: Application, dependencies: Dependencies): void {
  app.get(
    '/api/admin/lti/',
    {
      config,
      ...describeRoute(tag, 'List learning platforms, and the values to enter there', {
        response: { 200: ltiAdministration, ...problemResponses(401, 403) },
      }),
    },
    (request) => readLtiAdministration(dependencies, originOf(dependencies.config, request)),
  );
  app.post(
    '/api/admin/lti/platforms/',
    {
      config,
      ...describeRoute(tag, 'Register a learning platform', {
        body: ltiPlatformRequest,
        response: { 201: ltiPlatform, ...problemResponses(400, 401, 403, 409) },
      }),
    },
    async (request, reply) =>
      reply.code(201).send(await registerPlatform(dependencies, actorOf(request), request.body)),
  );
  app.put(
    '/api/admin/lti/platforms/:id/',
    {
      config,
      ...describeRoute(tag, 'Change a learning platform', {
        params: idParameters,
        body: ltiPlatformRequest,
        response: { 200: ltiPlatform, ...problemResponses(400, 401, 403, 404, 409) },
      }),
    },
    (request) => changePlatform(dependencies, actorOf(request), request.params.id, request.body),
  );
  app.delete(
    '/api/admin/lti/platforms/:id/',
    {
      config,
      ...describeRoute(tag, 'Remove a learning platform; students’ attempts stay', {
        params: idParameters,
        response: { 204: noContent, ...problemResponses(400, 401, 403, 404) },
      }),
    },
    async (request, reply) => {
      await removePlatform(dependencies, actorOf(request), request.params.id);
      return reply.code(204).send(null);
    },
  );
  app.post(
    '/api/admin/lti/key/',
    {
      config,
      ...describeRoute(tag, 'Replace the key that Lectern signs with', {
        response: { 200: ltiTool, ...problemResponses(401, 403) },
      }),
    },
    async (request) => {
      await rotateKey(dependencies, actorOf(request));
      return describeTool(dependencies, originOf(dependencies.config, request));
    },
  );
}
