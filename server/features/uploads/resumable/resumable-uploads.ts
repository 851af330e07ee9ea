import { randomUUID } from 'node:crypto';
import type { ExportedUpload } from '#contract/account-export.ts';
import {
  MAXIMUM_UNFINISHED_UPLOADS,
  UPLOAD_LIFETIME_HOURS,
  UPLOAD_PURPOSES,
  type UploadPurpose,
} from '#contract/uploads.ts';
import type { Actor } from '#server/actor.ts';
import { inTransaction } from '#server/platform/database/database.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { invalidField, ProblemError } from '#server/platform/problem-error.ts';
import { holdStorage } from '../storage.store.ts';
import { refuseLowSpace, refuseOverQuota } from '../storage.ts';
import { kindOfName, tooLarge, UPLOAD_FORMATS, keptName, type UploadKind } from '../upload-formats.ts';
import { unfinishedFileOf } from './append-to-upload.ts';
import {
  countUnfinishedUploads,
  insertResumableUpload,
  deleteResumableUpload,
  deleteUploadsOf,
  listUploadsOf,
  deleteExpiredUploads,
  type ResumableUploadRow,
} from './resumable-upload.store.ts';
import { withLockedUpload } from './with-locked-upload.ts';

interface NewUpload {
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
  dependencies: Pick<Dependencies, 'config' | 'database' | 'freeSpace' | 'clock'>,
  actor: Actor,
  upload: NewUpload,
): Promise<{ id: string; expiresAt: Date }> {
  refuseImpossible(upload);
  await refuseLowSpace(dependencies);
  const now = dependencies.clock.now();
  const created = {
    id: randomUUID(),
    expiresAt: new Date(now.getTime() + UPLOAD_LIFETIME_HOURS * 3_600_000),
  };
  await inTransaction(dependencies.database, async (transaction) => {
    await holdStorage(transaction, actor.instructorId);
    const count = await countUnfinishedUploads(transaction, actor.instructorId, now);
    if (count >= MAXIMUM_UNFINISHED_UPLOADS) {
      throw new ProblemError('uploads_unfinished', { params: { count }, retryAfterSeconds: 3600 });
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
  if (sizeBytes === 0) throw invalidField('file', 'file_empty');
  const accepted = ACCEPTED_KINDS[purpose];
  const named = kindOfName(name);
  // A name without an ending, or with one that does not fit, leaves the decision to the content.
  const possible = accepted.filter((kind) => kind === named);
  const largest = (possible.length > 0 ? possible : accepted).reduce((a, b) =>
    UPLOAD_FORMATS[a].maximumBytes > UPLOAD_FORMATS[b].maximumBytes ? a : b,
  );
  if (sizeBytes > UPLOAD_FORMATS[largest].maximumBytes) throw tooLarge(largest);
}

const FIELD = 'upload-metadata';
const KEY = /^[\x21-\x2b\x2d-\x7e]+$/;
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

/**
 * Takes the header of the tus protocol apart: `key base64,key base64,key`.
 * @throws {ProblemError} validation_failed when it is not of that form.
 */
function parseUploadMetadata(header: string): ReadonlyMap<string, string> {
  const values = new Map<string, string>();
  for (const pair of header.split(',')) {
    const [key = '', encoded = '', ...rest] = pair.trim().split(' ');
    if (!KEY.test(key) || !BASE64.test(encoded) || rest.length > 0 || values.has(key)) throw malformed();
    values.set(key, Buffer.from(encoded, 'base64').toString('utf8'));
  }
  return values;
}

/**
 * What an upload is called and what it is for: by `purpose`, or else by the ending of `filename`.
 * @throws {ProblemError} validation_failed when neither decides.
 */
export function readUploadMetadata(header: string): { name: string; purpose: UploadPurpose } {
  const values = parseUploadMetadata(header);
  const name = keptName(values.get('filename') ?? '');
  if (name.trim() === '') throw invalidField(FIELD, 'upload_name_missing');
  const announced = values.get('purpose');
  const purpose =
    announced === undefined ? purposeOfName(name) : UPLOAD_PURPOSES.find((one) => one === announced);
  if (purpose === undefined) {
    throw invalidField(FIELD, 'upload_purpose_unknown');
  }
  return { name, purpose };
}

function purposeOfName(name: string): UploadPurpose | undefined {
  const kind = kindOfName(name);
  if (kind === 'video') return 'video';
  return kind === 'pdf' || kind === 'text' ? 'document' : undefined;
}

const malformed = (): ProblemError => invalidField(FIELD, 'upload_metadata_invalid');

/**
 * Forgets an upload and what has come of it. A file that was finished already stays stored.
 * @throws {ProblemError} not_found, upload_busy.
 */
export const cancelUpload = (
  dependencies: Pick<Dependencies, 'database' | 'locks' | 'unfinishedFiles' | 'clock'>,
  actor: Actor,
  id: string,
): Promise<void> =>
  withLockedUpload(dependencies, actor, id, (upload) => discardUpload(dependencies, upload));

/** The row goes first: bytes without one are swept, a row without bytes would promise what is not there. */
export async function discardUpload(
  dependencies: Pick<Dependencies, 'database' | 'unfinishedFiles'>,
  upload: ResumableUploadRow,
): Promise<void> {
  await deleteResumableUpload(dependencies.database, upload.id);
  await dependencies.unfinishedFiles.discard(unfinishedFileOf(upload));
}

export type OwnUpload = ResumableUploadRow;

/**
 * Deletes the rows of the actor's resumable uploads, and returns them: their bytes are discarded once the
 * transaction that this is part of has been committed, by {@link discardBytes}.
 */
export const forgetOwnUploads = (
  dependencies: Pick<Dependencies, 'database'>,
  actor: Actor,
): Promise<OwnUpload[]> => deleteUploadsOf(dependencies.database, actor.instructorId);

/** What is missed here is swept within a day. */
export async function discardBytes(
  dependencies: Pick<Dependencies, 'unfinishedFiles'>,
  uploads: readonly OwnUpload[],
): Promise<void> {
  for (const upload of uploads) {
    if (upload.file_key === null) await dependencies.unfinishedFiles.discard(unfinishedFileOf(upload));
  }
}

/** Uploads of the actor that were begun and are still known of, oldest first. */
export async function exportUploads(
  dependencies: Pick<Dependencies, 'database'>,
  actor: Actor,
): Promise<ExportedUpload[]> {
  return (await listUploadsOf(dependencies.database, actor.instructorId)).map((upload) => ({
    name: upload.name,
    purpose: upload.purpose,
    size_bytes: Number(upload.size_bytes),
    received_bytes: Number(upload.offset_bytes),
    is_finished: upload.file_key !== null,
    created_at: upload.created_at.toISOString(),
    expires_at: upload.expires_at.toISOString(),
  }));
}

/** Removes uploads that were not finished in time, and what had come of them. Returns how many. */
export async function removeExpiredUploads(
  dependencies: Pick<Dependencies, 'database' | 'unfinishedFiles'>,
  now: Date,
): Promise<number> {
  const expired = await deleteExpiredUploads(dependencies.database, now);
  await discardBytes(dependencies, expired);
  return expired.length;
}
