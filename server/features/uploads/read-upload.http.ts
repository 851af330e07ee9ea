import multipart, { type MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import type { Application } from '#server/platform/http/application.ts';
import { invalidField, ProblemError } from '#server/platform/problem-error.ts';
import type { Upload } from './store-upload.ts';

/** Lets the routes of a scope take a form with one file, which is streamed. */
export async function acceptForms(scope: Application): Promise<void> {
  await scope.register(multipart, {
    throwFileSizeLimit: false,
    limits: { fileSize: Number.POSITIVE_INFINITY, files: 1, fields: 20, parts: 21, fieldSize: 10_000 },
  });
}

/** The part named `file`, as a stream. Parts before it are refused: nothing may be buffered. */
export async function readUpload(request: FastifyRequest): Promise<Upload> {
  const part = request.isMultipart() ? await findFile(request) : undefined;
  if (part?.fieldname !== 'file') throw invalidField('file', 'file_missing');
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
    ? new ProblemError('upload_stopped', { cause })
    : new ProblemError('form_broken', {
        cause,
      });
}
