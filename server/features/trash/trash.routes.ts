import { idParameters } from '#contract/fields.ts';
import { restored, trash, TRASH_KINDS } from '#contract/trash.ts';
import { readDatabaseTime } from '#server/platform/database/database.ts';
import type { Application } from '#server/platform/http/application.ts';
import { actorOf } from '#server/platform/http/authentication.ts';
import { describeRoute } from '#server/platform/http/describe-route.ts';
import { noContent, problemResponses } from '#server/platform/http/problem-responses.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { deleteForGood, emptyTrash, listTrash, restoreFromTrash } from './trash.ts';

const tag = 'trash';
const KINDS = {
  course: ['courses', 'course'],
  lesson: ['lessons', 'lesson'],
  question_set: ['question-sets', 'question set'],
} as const;

export function registerTrashRoutes(app: Application, dependencies: Dependencies): void {
  app.get(
    '/api/trash/',
    describeRoute(tag, 'List your deleted courses, lessons and question sets that can still be restored', {
      config: { isLong: true },
      response: { 200: trash, ...problemResponses(401) },
    }),
    (request) => listTrash(dependencies, actorOf(request)),
  );
  app.delete(
    '/api/trash/',
    describeRoute(tag, 'Empty the trash permanently', {
      response: { 204: noContent, ...problemResponses(401) },
    }),
    async (request) => {
      await emptyTrash(dependencies, actorOf(request), await readDatabaseTime(dependencies.database));
    },
  );
  for (const kind of TRASH_KINDS) {
    const [path, name] = KINDS[kind];
    app.post(
      `/api/trash/${path}/:id/restore/`,
      describeRoute(tag, `Restore a ${name} from the trash`, {
        params: idParameters,
        response: { 200: restored, ...problemResponses(400, 401, 404, 429) },
      }),
      (request) => restoreFromTrash(dependencies, actorOf(request), { kind, id: request.params.id }),
    );
    app.delete(
      `/api/trash/${path}/:id/`,
      describeRoute(tag, `Delete a ${name} in the trash for good`, {
        params: idParameters,
        response: { 204: noContent, ...problemResponses(400, 401, 404) },
      }),
      (request) => deleteForGood(dependencies, actorOf(request), { kind, id: request.params.id }),
    );
  }
}
