import { randomUUID } from 'node:crypto';
import { MAXIMUM_PDF_BYTES, MAXIMUM_TEXT_BYTES, MAXIMUM_VIDEO_BYTES } from '../../../contract/uploads.ts';
import { FileTooLargeError } from '../../files/file-store.ts';
import type { Actor, Dependencies } from '../../ports.ts';
import { ProblemError } from '../../problem-error.ts';
import { recognizeUpload, type UploadKind } from './recognize-upload.ts';
import { insertStoredFile } from './stored-file.store.ts';

const FORMATS: Record<
  UploadKind,
  { extension: string; contentType: string; maximumBytes: number; limit: string }
> = {
  video: { extension: 'mp4', contentType: 'video/mp4', maximumBytes: MAXIMUM_VIDEO_BYTES, limit: '4 GiB' },
  pdf: {
    extension: 'pdf',
    contentType: 'application/pdf',
    maximumBytes: MAXIMUM_PDF_BYTES,
    limit: '100 MiB',
  },
  text: {
    extension: 'txt',
    contentType: 'text/plain; charset=utf-8',
    maximumBytes: MAXIMUM_TEXT_BYTES,
    limit: '10 MiB',
  },
};

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
  const { extension, contentType, maximumBytes, limit } = FORMATS[kind];
  const key = `i${actor.instructorId}/${randomUUID()}.${extension}`;
  const { sizeBytes } = await dependencies.files
    .write(key, content, { contentType, maximumBytes, handsOver: true })
    .catch((error: unknown) => {
      if (!(error instanceof FileTooLargeError)) throw error;
      const detail = `The file is larger than ${limit}, the most that is taken. Nothing was kept.`;
      throw new ProblemError('payload_too_large', detail, { cause: error });
    });
  try {
    if (upload.isTruncated()) throw new ProblemError('client_disconnected', 'The upload broke off.');
    await insertStoredFile(dependencies.database, {
      key,
      instructor_id: actor.instructorId,
      kind,
      content_type: contentType,
      original_name: upload.name.replaceAll('\u0000', '').slice(0, 300),
      size_bytes: sizeBytes,
    });
  } catch (error) {
    await dependencies.files.delete(key);
    throw error;
  }
  return { key, kind };
}
