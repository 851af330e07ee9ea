import { createClassListRequest, createdClassList } from '#contract/class-lists.ts';
import { idParameters } from '#contract/fields.ts';
import { classListList } from '#contract/shared-quizzes.ts';
import type { Application } from '#server/http/application.ts';
import { actorOf } from '#server/http/authentication.ts';
import { describeRoute } from '#server/http/describe-route.ts';
import { noContent, problemResponses } from '#server/http/problem-responses.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { createClassList, deleteClassList, listClassLists, renewCodes } from './class-lists.ts';

const tag = 'class lists';

export function registerClassListRoutes(app: Application, dependencies: Dependencies): void {
  app.get(
    '/api/class-lists/',
    describeRoute(tag, 'List one’s own class lists, newest first', {
      response: { 200: classListList, ...problemResponses(401) },
    }),
    (request) => listClassLists(dependencies, actorOf(request)),
  );
  app.post(
    '/api/class-lists/',
    describeRoute(tag, 'Store a class list and create a personal code for each student', {
      body: createClassListRequest,
      response: { 201: createdClassList, ...problemResponses(400, 401) },
    }),
    async (request, reply) =>
      reply.code(201).send(await createClassList(dependencies, actorOf(request), request.body)),
  );
  app.post(
    '/api/class-lists/:id/codes/',
    describeRoute(tag, 'Replace the personal codes of a class list', {
      params: idParameters,
      response: { 200: createdClassList, ...problemResponses(400, 401, 404) },
    }),
    (request) => renewCodes(dependencies, actorOf(request), request.params.id),
  );
  app.delete(
    '/api/class-lists/:id/',
    describeRoute(tag, 'Delete a class list with its personal codes', {
      params: idParameters,
      response: { 204: noContent, ...problemResponses(400, 401, 404) },
    }),
    async (request, reply) => {
      await deleteClassList(dependencies, actorOf(request), request.params.id);
      return reply.code(204).send(null);
    },
  );
}
