import { randomUUID } from 'node:crypto';
import {
  MAXIMUM_UNFINISHED_UPLOADS,
  UPLOAD_LIFETIME_HOURS,
  type UploadPurpose,
} from '../../../../contract/uploads.ts';
import { inTransaction } from '../../../database/database.ts';
import type { Actor, Dependencies } from '../../../ports.ts';
import { invalidField, ProblemError } from '../../../problem-error.ts';
import { kindOfName, type UploadKind } from '../recognize-upload.ts';
import { tooLarge, UPLOAD_FORMATS } from '../upload-formats.ts';
import { refuseLowSpace, refuseOverQuota } from '../storage.ts';
import { holdStorage } from '../storage.store.ts';
import { countUnfinishedUploads, insertResumableUpload } from './resumable-upload.store.ts';

export interface NewUpload {
  readonly name: string;
  readonly purpose: UploadPurpose;
  /** As the client sent it, to be given back. */
  readonly metadata: string;
  readonly sizeBytes: number;
}

/** What each call takes; the content decides in the end. */
export const ACCEPTED_KINDS: Readonly<Record<UploadPurpose, readonly UploadKind[]>> = {
  video: ['video'],
  document: ['pdf', 'text'],
};

/**
 * Begins an upload. What cannot become a stored file is refused before its bytes are sent.
 * @throws {ProblemError} validation_failed, payload_too_large, too_many_requests, storage_quota_exceeded, storage_full.
 */
export async function createResumableUpload(
  dependencies: Pick<Dependencies, 'config' | 'database' | 'freeSpace'>,
  actor: Actor,
  upload: NewUpload,
): Promise<{ id: string; expiresAt: Date }> {
  refuseImpossible(upload);
  await refuseLowSpace(dependencies);
  const now = new Date();
  const created = {
    id: randomUUID(),
    expiresAt: new Date(now.getTime() + UPLOAD_LIFETIME_HOURS * 3_600_000),
  };
  await inTransaction(dependencies.database, async (transaction) => {
    await holdStorage(transaction, actor.instructorId);
    const count = await countUnfinishedUploads(transaction, actor.instructorId, now);
    if (count >= MAXIMUM_UNFINISHED_UPLOADS) {
      const detail = `You have begun ${count} uploads without finishing them. Finish or cancel one, or wait until they expire.`;
      throw new ProblemError('too_many_requests', detail, { retryAfterSeconds: 3600 });
    }
    await refuseOverQuota({ ...dependencies, database: transaction }, actor, upload.sizeBytes);
    await insertResumableUpload(transaction, {
      id: created.id,
      instructor_id: actor.instructorId,
      purpose: upload.purpose,
      name: upload.name,
      metadata: upload.metadata,
      size_bytes: upload.sizeBytes,
      expires_at: created.expiresAt,
    });
  });
  return created;
}

function refuseImpossible({ name, purpose, sizeBytes }: NewUpload): void {
  if (sizeBytes === 0) throw invalidField('file', 'The file is empty. Choose a file that holds something.');
  const accepted = ACCEPTED_KINDS[purpose];
  const named = kindOfName(name);
  // A name without an ending, or with one that does not fit, leaves the decision to the content.
  const possible = accepted.filter((kind) => kind === named);
  const largest = (possible.length > 0 ? possible : accepted).reduce((a, b) =>
    UPLOAD_FORMATS[a].maximumBytes > UPLOAD_FORMATS[b].maximumBytes ? a : b,
  );
  if (sizeBytes > UPLOAD_FORMATS[largest].maximumBytes) throw tooLarge(largest);
}
