import type { Actor, Dependencies } from '../../../ports.ts';
import { unfinishedFileOf } from './append-to-upload.ts';
import { deleteResumableUpload, type ResumableUploadRow } from './resumable-upload.store.ts';
import { withLockedUpload } from './with-locked-upload.ts';

/**
 * Forgets an upload and what has come of it. A file that was finished already stays stored.
 * @throws {ProblemError} not_found, upload_busy.
 */
export const cancelUpload = (
  dependencies: Pick<Dependencies, 'database' | 'locks' | 'unfinishedFiles'>,
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
