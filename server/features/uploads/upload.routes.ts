import multipart, { type MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { uploadedDocument, uploadedVideo } from '../../../contract/uploads.ts';
import type { Application } from '../../http/application.ts';
import { actorOf } from '../../http/authentication.ts';
import { originOf } from '../../http/origin.ts';
import { problemResponses } from '../../http/problem-responses.ts';
import type { Dependencies } from '../../ports.ts';
import { invalidField, ProblemError } from '../../problem-error.ts';
import type { Upload } from './store-upload.ts';
import { uploadDocument } from './upload-document.ts';
import { uploadVideo } from './upload-video.ts';

const tags = ['uploads'];
const consumes = ['multipart/form-data'];
const description = 'Multipart form with one part, named file.';

/** In a scope of their own: no other route takes a form. */
export async function registerUploadRoutes(app: Application, dependencies: Dependencies): Promise<void> {
  await app.register(async (scope) => {
    await scope.register(multipart, {
      throwFileSizeLimit: false,
      limits: { fileSize: Number.POSITIVE_INFINITY, files: 1, fields: 20, parts: 21, fieldSize: 10_000 },
    });
    addUploadRoutes(scope, dependencies);
  });
}

function addUploadRoutes(app: Application, dependencies: Dependencies): void {
  const { config } = dependencies;
  app.post(
    '/ai/upload-video/',
    {
      config: { access: 'api_key' },
      schema: {
        tags,
        consumes,
        description,
        summary: 'Upload a video (MP4)',
        response: { 200: uploadedVideo, ...problemResponses(400, 401, 413, 415, 507) },
      },
    },
    async (request) =>
      uploadVideo(dependencies, actorOf(request), await readUpload(request), originOf(config, request)),
  );
  app.post(
    '/ai/upload_doc_qagen/',
    {
      config: { access: 'api_key' },
      schema: {
        tags,
        consumes,
        description,
        summary: 'Upload a document (PDF or TXT) and have it read',
        response: { 200: uploadedDocument, ...problemResponses(400, 401, 413, 415, 422, 507) },
      },
    },
    async (request) =>
      uploadDocument(dependencies, actorOf(request), await readUpload(request), originOf(config, request)),
  );
}

/** The part named `file`, as a stream. Parts before it are refused: nothing may be buffered. */
async function readUpload(request: FastifyRequest): Promise<Upload> {
  const part = request.isMultipart() ? await findFile(request) : undefined;
  if (part?.fieldname !== 'file') throw invalidField('file', 'Please select a file.');
  return {
    name: part.filename,
    content: readContent(request, part.file),
    announcedBytes: announcedBytesOf(request),
    isTruncated: () => part.file.truncated,
  };
}

function announcedBytesOf({ raw }: FastifyRequest): number | undefined {
  const length = raw.headers['content-length'];
  return length === undefined ? undefined : Number(length);
}

async function findFile(request: FastifyRequest): Promise<MultipartFile | undefined> {
  try {
    return await request.file();
  } catch (error) {
    throw explainBrokenForm(request, error);
  }
}

async function* readContent(request: FastifyRequest, file: MultipartFile['file']): AsyncGenerator<Buffer> {
  try {
    for await (const chunk of file) yield chunk as Buffer;
  } catch (error) {
    throw explainBrokenForm(request, error);
  }
}

function explainBrokenForm(request: FastifyRequest, cause: unknown): ProblemError {
  return request.raw.destroyed && !request.raw.complete
    ? new ProblemError('client_disconnected', 'The upload broke off.', { cause })
    : new ProblemError('malformed_request', 'The form is damaged or ends too early. Send the file again.', {
        cause,
      });
}
