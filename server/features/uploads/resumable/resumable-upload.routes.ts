import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import {
  createdUpload,
  finishedUpload,
  MAXIMUM_VIDEO_BYTES,
  TUS_EXTENSIONS,
  TUS_VERSION,
} from '#contract/uploads.ts';
import { toWire } from '#contract/wire-names.ts';
import { fieldText } from '#contract/messages/field-messages.ts';
import type { Application } from '#server/platform/http/application.ts';
import { actorOf } from '#server/platform/http/authentication.ts';
import { originOf } from '#server/platform/http/origin.ts';
import { describeRoute } from '#server/platform/http/describe-route.ts';
import { noContent, problemResponses } from '#server/platform/http/problem-responses.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { ProblemError } from '#server/platform/problem-error.ts';
import { appendToUpload, readBody } from './append-to-upload.ts';
import { cancelUpload, createResumableUpload, readUploadMetadata } from './resumable-uploads.ts';
import { finishUpload } from './finish-upload.ts';
import { withLockedUpload } from './with-locked-upload.ts';

const tag = 'uploads';
const PATCH_TYPE = 'application/offset+octet-stream';
const params = z.object({ id: z.uuid() });
const bytes = z
  .string({ error: fieldText('bytes_missing') })
  .regex(/^\d{1,15}$/, fieldText('bytes_invalid'))
  .transform(Number);
const version = z
  .string()
  .optional()
  .meta({ description: `The version of tus: ${TUS_VERSION}.` });
const description =
  'A part of tus 1.0 (https://tus.io/protocols/resumable-upload): create, ask where it stands, send the rest, and finish.';

/** Uploads that continue where they stopped. In a separate scope: their bodies are bytes, and tus wants its headers. */
export async function registerResumableUploadRoutes(
  app: Application,
  dependencies: Dependencies,
): Promise<void> {
  await app.register((scope, _options, done) => {
    scope.addContentTypeParser(PATCH_TYPE, (_request, _payload, parsed) => parsed(null));
    scope.addHook('onRequest', speakTus);
    addCreation(scope, dependencies);
    addState(scope, dependencies);
    addPieces(scope, dependencies);
    addEnds(scope, dependencies);
    done();
  });
}

/** Before all else, so that even a refusal carries the version. */
function speakTus(request: FastifyRequest, reply: FastifyReply, done: (error?: Error) => void): void {
  reply.header('tus-resumable', TUS_VERSION);
  const isTus = request.method !== 'OPTIONS' && !request.url.includes('/finish');
  if (!isTus || request.headers['tus-resumable'] === TUS_VERSION) done();
  else {
    reply.header('tus-version', TUS_VERSION);
    done(new ProblemError('tus_version', { params: { version: TUS_VERSION } }));
  }
}

function addCreation(app: Application, dependencies: Dependencies): void {
  app.options('/ai/uploads/', { config: { access: 'public' }, schema: { hide: true } }, (_request, reply) =>
    reply
      .code(204)
      .headers({
        'tus-version': TUS_VERSION,
        'tus-extension': TUS_EXTENSIONS,
        'tus-max-size': String(MAXIMUM_VIDEO_BYTES),
      })
      .send(),
  );
  app.post(
    '/ai/uploads/',
    describeRoute(tag, 'Start a resumable upload; continue at the address in Location', {
      config: { access: 'api_key' },
      description,
      headers: z.looseObject({
        'tus-resumable': version,
        'upload-length': bytes,
        'upload-metadata': z
          .string({ error: fieldText('upload_name_missing') })
          .max(8_000, fieldText('text_too_long', { maximum: 8_000 }))
          .meta({
            description: 'filename and, optionally, purpose (video or document), as tus encodes them.',
          }),
      }),
      response: { 201: createdUpload, ...problemResponses(400, 401, 412, 413, 507) },
    }),
    async (request, reply) => {
      const { 'upload-length': sizeBytes, 'upload-metadata': metadata } = request.headers;
      const upload = { ...readUploadMetadata(metadata), metadata, sizeBytes };
      const { id, expiresAt } = await createResumableUpload(dependencies, actorOf(request), upload);
      reply.headers({ location: `/ai/uploads/${id}/`, 'upload-expires': expiresAt.toUTCString() });
      return { id, expires_at: expiresAt.toISOString() };
    },
  );
}

function addState(app: Application, dependencies: Dependencies): void {
  app.route({
    method: 'HEAD',
    url: '/ai/uploads/:id/',
    config: { continues: true, access: 'api_key' },
    ...describeRoute(tag, 'Get how much of an upload has arrived (Upload-Offset)', {
      params,
      headers: z.looseObject({ 'tus-resumable': version }),
      response: { 200: noContent, ...problemResponses(400, 401, 404, 412, 423) },
    }),
    handler: async (request, reply) => {
      const { id } = request.params;
      // Under the lock, so that nothing arrives for it after this answer but what the asker sends.
      const upload = await withLockedUpload(dependencies, actorOf(request), id, (row) =>
        Promise.resolve(row),
      );
      return reply
        .headers({
          'upload-offset': upload.offset_bytes,
          'upload-length': upload.size_bytes,
          'upload-metadata': upload.metadata,
          'upload-expires': upload.expires_at.toUTCString(),
          'cache-control': 'no-store',
        })
        .send(null);
    },
  });
}

function addPieces(app: Application, dependencies: Dependencies): void {
  const closing = new AbortController();
  // What has arrived is kept, and the client continues with the next process.
  app.addHook('preClose', (done) => {
    closing.abort(new ProblemError('server_stopping'));
    done();
  });
  app.patch(
    '/ai/uploads/:id/',
    describeRoute(tag, 'Send the next bytes of an upload; acknowledged bytes are durable', {
      config: { holds: 'upload', continues: true, access: 'api_key' },
      consumes: [PATCH_TYPE],
      params,
      headers: z.looseObject({ 'tus-resumable': version, 'upload-offset': bytes }),
      response: { 204: noContent, ...problemResponses(400, 401, 404, 409, 412, 413, 415, 423, 507) },
    }),
    async (request, reply) => {
      if (request.headers['content-type']?.split(';')[0]?.trim().toLowerCase() !== PATCH_TYPE) {
        throw new ProblemError('bytes_expected', { params: { type: PATCH_TYPE } });
      }
      const length = request.raw.headers['content-length'];
      const { offset, expiresAt } = await appendToUpload(dependencies, actorOf(request), request.params.id, {
        offset: request.headers['upload-offset'],
        lengthBytes: length === undefined ? undefined : Number(length),
        open: (stop) => readBody(request.raw, AbortSignal.any([stop, closing.signal])),
      });
      reply.headers({ 'upload-offset': String(offset), 'upload-expires': expiresAt.toUTCString() });
    },
  );
}

function addEnds(app: Application, dependencies: Dependencies): void {
  const { config } = dependencies;
  app.delete(
    '/ai/uploads/:id/',
    describeRoute(tag, 'Cancel an upload and discard what has arrived', {
      config: { access: 'api_key' },
      params,
      headers: z.looseObject({ 'tus-resumable': version }),
      response: { 204: noContent, ...problemResponses(400, 401, 404, 412, 423) },
    }),
    (request) => cancelUpload(dependencies, actorOf(request), request.params.id),
  );
  app.post(
    '/ai/uploads/:id/finish/',
    describeRoute(
      tag,
      'Turn a complete upload into a file: answers as the multipart calls do, and may be repeated',
      {
        config: { work: 'document', continues: true, access: 'api_key' },
        params,
        response: { 200: finishedUpload, ...problemResponses(400, 401, 404, 409, 413, 415, 422, 423, 507) },
      },
    ),
    async (request) =>
      toWire(
        await finishUpload(dependencies, actorOf(request), request.params.id, originOf(config, request)),
      ),
  );
}
