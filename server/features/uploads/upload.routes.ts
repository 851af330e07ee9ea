import { toWire } from '#contract/wire-names.ts';
import { uploadedDocument, uploadedVideo } from '#contract/uploads.ts';
import type { Application } from '#server/platform/http/application.ts';
import { actorOf } from '#server/platform/http/authentication.ts';
import { originOf } from '#server/platform/http/origin.ts';
import { describeRoute } from '#server/platform/http/describe-route.ts';
import { problemResponses } from '#server/platform/http/problem-responses.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { acceptForms, readUpload } from './read-upload.http.ts';
import { uploadVideo } from './store-upload.ts';
import { uploadDocument } from './upload-document.ts';

const tag = 'uploads';
const consumes = ['multipart/form-data'];
const description = 'Multipart form with one part, named file.';

/** In a separate scope: no other route takes a form. */
export async function registerUploadRoutes(app: Application, dependencies: Dependencies): Promise<void> {
  await app.register(async (scope) => {
    await acceptForms(scope);
    addUploadRoutes(scope, dependencies);
  });
}

function addUploadRoutes(app: Application, dependencies: Dependencies): void {
  const { config } = dependencies;
  app.post(
    '/ai/upload-video/',
    describeRoute(tag, 'Upload a video (MP4)', {
      config: { holds: 'upload', access: 'api_key' },
      consumes,
      description,
      response: { 200: uploadedVideo, ...problemResponses(400, 401, 413, 415, 507) },
    }),
    async (request) =>
      uploadVideo(dependencies, actorOf(request), await readUpload(request), originOf(config, request)),
  );
  app.post(
    '/ai/upload_doc_qagen/',
    describeRoute(tag, 'Upload a document (PDF or TXT) and have it read', {
      config: { holds: 'upload', work: 'document', access: 'api_key' },
      consumes,
      description,
      response: { 200: uploadedDocument, ...problemResponses(400, 401, 413, 415, 422, 507) },
    }),
    async (request) =>
      toWire(
        await uploadDocument(
          dependencies,
          actorOf(request),
          await readUpload(request),
          originOf(config, request),
        ),
      ),
  );
}
