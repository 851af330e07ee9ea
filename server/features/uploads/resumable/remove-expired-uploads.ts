import type { Dependencies } from '../../../ports.ts';
import { unfinishedFileOf } from './append-to-upload.ts';
import { deleteExpiredUploads } from './resumable-upload.store.ts';

/** Removes uploads that were not finished in time, and what had come of them. Returns how many. */
export async function removeExpiredUploads(
  dependencies: Pick<Dependencies, 'database' | 'unfinishedFiles'>,
  now: Date,
): Promise<number> {
  const expired = await deleteExpiredUploads(dependencies.database, now);
  for (const upload of expired) {
    if (upload.file_key === null) await dependencies.unfinishedFiles.discard(unfinishedFileOf(upload));
  }
  return expired.length;
}
