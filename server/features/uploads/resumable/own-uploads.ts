import type { ExportedUpload } from '../../../../contract/account-export.ts';
import type { Actor, Dependencies } from '../../../ports.ts';
import { unfinishedFileOf } from './append-to-upload.ts';
import { deleteUploadsOf, listUploadsOf, type ResumableUploadRow } from './resumable-upload.store.ts';

export type OwnUpload = ResumableUploadRow;

/**
 * Forgets all uploads of the actor that go on in pieces, and returns them: their bytes are discarded once the
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
