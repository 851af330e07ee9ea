import { randomUUID } from 'node:crypto';
import { FileTooLargeError } from '../../files/file-store.ts';
import type { Actor, Dependencies } from '../../ports.ts';
import { ProblemError } from '../../problem-error.ts';
import { recognizeUpload, type UploadKind } from './recognize-upload.ts';
import { insertStoredFile } from './stored-file.store.ts';
import { fileKeyOf, keptName, tooLarge, UPLOAD_FORMATS } from './upload-formats.ts';

export interface Upload {
  readonly name: string;
  readonly content: AsyncIterable<Buffer>;
  /** True once it is known that the content broke off, whatever the reason. */
  readonly isTruncated: () => boolean;
}

/**
 * Streams an upload to the file store and records whose it is. What interrupts it leaves nothing behind.
 * @throws {ProblemError} unsupported_file_type, payload_too_large, validation_failed, client_disconnected.
 */
export async function storeUpload(
  dependencies: Pick<Dependencies, 'database' | 'files'>,
  actor: Actor,
  upload: Upload,
  accepted: readonly UploadKind[],
): Promise<{ key: string; kind: UploadKind }> {
  const { kind, content } = await recognizeUpload(upload.content, upload.name, accepted);
  const { contentType, maximumBytes } = UPLOAD_FORMATS[kind];
  const key = fileKeyOf(actor, randomUUID(), kind);
  const { sizeBytes } = await dependencies.files
    .write(key, content, { contentType, maximumBytes, handsOver: true })
    .catch((error: unknown) => {
      throw error instanceof FileTooLargeError ? tooLarge(kind, error) : error;
    });
  try {
    if (upload.isTruncated()) throw new ProblemError('client_disconnected', 'The upload broke off.');
    await insertStoredFile(dependencies.database, {
      key,
      instructor_id: actor.instructorId,
      kind,
      content_type: contentType,
      original_name: keptName(upload.name),
      size_bytes: sizeBytes,
    });
  } catch (error) {
    await dependencies.files.delete(key);
    throw error;
  }
  return { key, kind };
}
