import { randomUUID } from 'node:crypto';
import type { UploadedVideo } from '#contract/uploads.ts';
import type { Actor } from '#server/actor.ts';
import { inTransaction } from '#server/platform/database/database.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { createFileLink } from '#server/platform/files/file-links.ts';
import { FileTooLargeError } from '#server/platform/files/file-store.ts';
import { ProblemError } from '#server/platform/problem-error.ts';
import { holdStorage } from './storage.store.ts';
import { overQuota, readStorageUse, refuseLowSpace, refuseOverQuota, watchSpace } from './storage.ts';
import { insertStoredFile } from './stored-file.store.ts';
import {
  recognizeUpload,
  fileKeyOf,
  keptName,
  tooLarge,
  UPLOAD_FORMATS,
  type UploadKind,
} from './upload-formats.ts';

export interface Upload {
  readonly name: string;
  readonly content: AsyncIterable<Buffer>;
  /** The size of the whole form, a little more than the file's; undefined when it was not announced. */
  readonly announcedBytes: number | undefined;
  /** True once it is known that the content broke off, whatever the reason. */
  readonly isTruncated: () => boolean;
}

/**
 * Streams an upload to the file store and records whose it is. What interrupts it leaves nothing behind.
 * @throws {ProblemError} unsupported_file_type, payload_too_large, validation_failed, client_disconnected,
 * storage_quota_exceeded, storage_full.
 */
export async function storeUpload(
  dependencies: Pick<Dependencies, 'config' | 'database' | 'files' | 'freeSpace'>,
  actor: Actor,
  upload: Upload,
  accepted: readonly UploadKind[],
): Promise<{ key: string; kind: UploadKind }> {
  await refuseLowSpace(dependencies);
  const leftBytes = await refuseOverQuota(dependencies, actor, upload.announcedBytes ?? 0);
  const { kind, content } = await recognizeUpload(upload.content, upload.name, accepted);
  const { contentType, maximumBytes } = UPLOAD_FORMATS[kind];
  const key = fileKeyOf(actor, randomUUID(), kind);
  const { sizeBytes } = await dependencies.files
    .write(key, watchSpace(dependencies, content), {
      contentType,
      maximumBytes: Math.min(maximumBytes, leftBytes),
      handsOver: true,
    })
    .catch(async (error: unknown) => {
      if (!(error instanceof FileTooLargeError)) throw error;
      if (leftBytes >= maximumBytes) throw tooLarge(kind, error);
      throw overQuota(await readStorageUse(dependencies, actor.instructorId), undefined, error);
    });
  try {
    if (upload.isTruncated()) throw new ProblemError('upload_stopped');
    await inTransaction(dependencies.database, async (transaction) => {
      // Others may have arrived while this one did.
      await holdStorage(transaction, actor.instructorId);
      await refuseOverQuota({ ...dependencies, database: transaction }, actor, sizeBytes);
      await insertStoredFile(transaction, {
        key,
        instructor_id: actor.instructorId,
        kind,
        content_type: contentType,
        original_name: keptName(upload.name),
        size_bytes: sizeBytes,
      });
    });
  } catch (error) {
    await dependencies.files.delete(key);
    throw error;
  }
  return { key, kind };
}

/** @throws {ProblemError} as {@link storeUpload} does. */
export async function uploadVideo(
  dependencies: Pick<Dependencies, 'config' | 'database' | 'files' | 'freeSpace' | 'secrets'>,
  actor: Actor,
  upload: Upload,
  origin: string,
): Promise<UploadedVideo> {
  const { key } = await storeUpload(dependencies, actor, upload, ['video']);
  return { file_url: origin + createFileLink(dependencies.secrets.fileLinkKey, key) };
}
