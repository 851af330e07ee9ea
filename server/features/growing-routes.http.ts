import type { Dependencies } from '#server/dependencies.ts';
import type { Application } from '#server/http/application.ts';
import { refuseTexts } from './uploads/storage.ts';

/** Requests that add to what an account stores. Uploads of files know better than their header what they add. */
export const GROWING_ROUTES: readonly string[] = [
  'POST /api/courses/',
  'PUT /api/courses/:id/',
  'POST /api/courses/:id/copy/',
  'POST /api/courses/demo/',
  'POST /api/lessons/',
  'PUT /api/lessons/:id/',
  'POST /api/lessons/:id/ingest/',
  'PUT /api/lessons/:id/transcript/',
  'POST /api/lessons/:id/transcript/edits/',
  'POST /api/lessons/:id/transcript/versions/:version/restore/',
  'POST /api/transcribe-video/',
  'POST /api/transcribe/',
  'POST /api/transcribe/create',
  'POST /api/summarize-video/',
  'POST /api/summarize-file/',
  'PUT /api/lessons/:id/summary/',
  'POST /api/question-sets/generate/',
  'POST /api/question-sets/generate_blooms/',
  'POST /api/question-sets/from_bank/',
  'PUT /api/question-sets/:id/draft/',
  'POST /api/question-sets/:id/publish/',
  'POST /api/question-sets/:id/regenerate/',
  'POST /api/lessons/:id/question-bank/prepare/',
  'PUT /api/question-bank/:id/',
  'POST /api/lessons/:id/changed-evidence/',
  'POST /api/assistant/messages/',
  'POST /api/assistant/messages/stream/',
  'POST /api/assistant/conversations/',
];

/** Other requests that write: they replace something short, count by themselves, or are about accounts. */
export const CONSTANT_ROUTES: readonly string[] = [
  'PUT /api/courses/:id/lesson_order/',
  'PUT /api/courses/:id/pin/',
  'POST /api/question-sets/preview/',
  'POST /api/question-sets/save/',
  'PATCH /api/question-sets/:id/',
  'PATCH /api/assistant/conversations/:id/',
  'POST /api/question-bank/:id/restore/',
  'POST /api/transcribe/retrieve',
  'POST /api/trash/courses/:id/restore/',
  'POST /api/trash/lessons/:id/restore/',
  'POST /ai/upload-video/',
  'POST /ai/upload_doc_qagen/',
  'POST /ai/uploads/',
  'PATCH /ai/uploads/:id/',
  'POST /ai/uploads/:id/finish/',
];

/** Those about accounts, by how their addresses begin. Administrators and sign-in are limited elsewhere. */
export const ACCOUNT_PREFIXES: readonly string[] = ['/api/auth/', '/api/admin/', '/api/password-reset/'];

/** Refuses requests that add texts while the account or the disk has no room. Reading and deleting continue. */
export function refuseGrowth(app: Application, dependencies: Dependencies): void {
  const growing = new Set(GROWING_ROUTES);
  app.addHook('preHandler', async (request) => {
    const { actor, method, routeOptions } = request;
    if (actor === null || !growing.has(`${method} ${routeOptions.url ?? ''}`)) return;
    await refuseTexts(dependencies, actor, Number(request.headers['content-length'] ?? 0));
  });
}
