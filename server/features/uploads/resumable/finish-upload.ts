import type { FinishedUpload } from '#contract/uploads.ts';
import { inTransaction } from '#server/platform/database/database.ts';
import { recognizedBytes } from '#server/documents/recognize-content.ts';
import { FileMissingError } from '#server/platform/files/file-store.ts';
import { createFileLink } from '#server/platform/files/file-links.ts';
import type { Actor } from '#server/actor.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { notFound, ProblemError } from '#server/platform/problem-error.ts';
import { newDocumentSourceId } from '#server/features/lessons/keep-text.ts';
import { recognizeUpload, fileKeyOf, tooLarge, UPLOAD_FORMATS, type UploadKind } from '../upload-formats.ts';
import { insertStoredFile } from '../stored-file.store.ts';
import { awaitReading, enqueueReading } from '../upload-document.ts';
import { unfinishedFileOf } from './append-to-upload.ts';
import { discardUpload, ACCEPTED_KINDS } from './resumable-uploads.ts';
import { deleteResumableUpload, markStored, type ResumableUploadRow } from './resumable-upload.store.ts';
import { withLockedUpload } from './with-locked-upload.ts';

type Needed = Pick<
  Dependencies,
  'database' | 'files' | 'secrets' | 'jobs' | 'events' | 'locks' | 'unfinishedFiles' | 'log' | 'clock'
>;

interface Stored {
  readonly fileKey: string;
  /** Only of a document. */
  readonly reading: { readonly documentSourceId: string; readonly jobId: string } | undefined;
}

/**
 * Makes a whole upload a stored file, a document one that has been read, and answers as the multipart call does. It
 * may be called again, whatever happened to the answer: there is one file and one reading. What turns out to be of no
 * use is not kept.
 * @throws {ProblemError} not_found, conflict when bytes are missing, upload_busy; unsupported_file_type,
 * payload_too_large; document_without_text and the other reasons why a document cannot be read.
 */
export async function finishUpload(
  dependencies: Needed,
  actor: Actor,
  id: string,
  origin: string,
): Promise<FinishedUpload> {
  const { fileKey, reading } = await withLockedUpload(
    dependencies,
    actor,
    id,
    async (upload) => findStored(upload) ?? (await storeWhole(dependencies, actor, upload)),
  );
  const url = origin + createFileLink(dependencies.secrets.fileLinkKey, fileKey);
  if (reading === undefined) return { file_url: url };
  return { url, document_source_id: await awaitReading(dependencies, fileKey, reading.jobId) };
}

function findStored({ file_key, document_source_id, job_id }: ResumableUploadRow): Stored | undefined {
  if (file_key === null) return undefined;
  const reading =
    document_source_id === null || job_id === null
      ? undefined
      : { documentSourceId: document_source_id, jobId: job_id };
  return { fileKey: file_key, reading };
}

async function storeWhole(dependencies: Needed, actor: Actor, upload: ResumableUploadRow): Promise<Stored> {
  const file = unfinishedFileOf(upload);
  const sizeBytes = Number(upload.size_bytes);
  if (file.sizeBytes < sizeBytes) {
    throw new ProblemError('upload_incomplete', { params: { receivedBytes: file.sizeBytes, sizeBytes } });
  }
  try {
    const kind = await recognizeWhole(dependencies, upload);
    // The same at every attempt, so that a repeated one finds what the first one stored.
    const fileKey = fileKeyOf(actor, upload.id, kind);
    await dependencies.unfinishedFiles.complete(file, fileKey, UPLOAD_FORMATS[kind].contentType);
    const stored = await keepRows(dependencies, actor, upload, { fileKey, kind, sizeBytes });
    await dependencies.unfinishedFiles.discard(file).catch((error: unknown) => {
      dependencies.log.warn({ err: error }, 'Parts of an upload that is finished are left to the sweeping.');
    });
    return stored;
  } catch (error) {
    if (error instanceof FileMissingError) {
      await deleteResumableUpload(dependencies.database, upload.id);
      throw notFound('upload');
    }
    // Another attempt would find the same, but for a limit that passes.
    if (isFinal(error)) await discardUpload(dependencies, upload);
    throw error;
  }
}

async function recognizeWhole(
  dependencies: Pick<Dependencies, 'unfinishedFiles'>,
  upload: ResumableUploadRow,
): Promise<UploadKind> {
  const file = unfinishedFileOf(upload);
  const beginning = await dependencies.unfinishedFiles.readBeginning(file, recognizedBytes);
  const { kind } = await recognizeUpload(oneChunk(beginning), upload.name, ACCEPTED_KINDS[upload.purpose]);
  if (file.sizeBytes > UPLOAD_FORMATS[kind].maximumBytes) throw tooLarge(kind);
  return kind;
}

async function* oneChunk(bytes: Buffer): AsyncGenerator<Buffer> {
  yield await Promise.resolve(bytes);
}

/** The file's row, the upload's word of it, and the job that reads a document: all of them, or none. */
async function keepRows(
  dependencies: Needed,
  actor: Actor,
  upload: ResumableUploadRow,
  { fileKey, kind, sizeBytes }: { fileKey: string; kind: UploadKind; sizeBytes: number },
): Promise<Stored> {
  return inTransaction(dependencies.database, async (transaction) => {
    await insertStoredFile(transaction, {
      key: fileKey,
      instructor_id: actor.instructorId,
      kind,
      content_type: UPLOAD_FORMATS[kind].contentType,
      original_name: upload.name,
      size_bytes: sizeBytes,
    });
    const documentSourceId = newDocumentSourceId();
    const document = { key: fileKey, kind, documentSourceId };
    const reading = isReadable(document)
      ? { documentSourceId, jobId: await enqueueReading(transaction, dependencies, actor, document) }
      : undefined;
    const isMarked = await markStored(transaction, upload.id, {
      file_key: fileKey,
      document_source_id: reading?.documentSourceId ?? null,
      job_id: reading?.jobId ?? null,
    });
    // It has expired: thrown, so that nothing of this is kept.
    if (!isMarked) throw notFound('upload');
    return { fileKey, reading };
  }).catch(async (error: unknown) => {
    // The next attempt finds the file in its place.
    if (isFinal(error)) await dependencies.files.delete(fileKey);
    throw error;
  });
}

const isFinal = (error: unknown): boolean =>
  error instanceof ProblemError && error.status < 500 && error.code !== 'too_many_requests';

const isReadable = <Document extends { kind: UploadKind }>(
  document: Document,
): document is Document & { kind: 'pdf' | 'text' } => document.kind !== 'video';
