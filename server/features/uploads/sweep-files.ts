import { inTransaction } from '../../database/database.ts';
import type { Dependencies } from '../../ports.ts';
import { deleteUnusedFileRows, listAbandonedFileKeys } from '../lessons/abandoned-files.ts';
import { findStoredFile } from './stored-file.store.ts';
import { deleteFiles } from './upload.jobs.ts';

const HOUR_MILLISECONDS = 3_600_000;
/** An upload that goes on longer than a day is none. */
const UNFINISHED_HOURS = 24;
/** A file is stored some moments before its row: only older ones without a row are orphans. */
const ORPHAN_HOURS = 24;
const ABANDONED_HOURS = 7 * 24;

/**
 * Removes interrupted uploads, stored files that no row knows, and uploads that did not become a
 * lesson within a week. Returns how many.
 */
export async function sweepFiles(
  dependencies: Pick<Dependencies, 'database' | 'files' | 'jobs'>,
  now: Date,
): Promise<number> {
  const ago = (hours: number) => new Date(now.getTime() - hours * HOUR_MILLISECONDS);
  let swept = await dependencies.files.sweepUnfinished(ago(UNFINISHED_HOURS));
  for await (const { key, modifiedAt } of dependencies.files.list()) {
    if (modifiedAt >= ago(ORPHAN_HOURS)) continue;
    if ((await findStoredFile(dependencies.database, key)) !== undefined) continue;
    await dependencies.files.delete(key);
    swept += 1;
  }
  return (
    swept +
    (await inTransaction(dependencies.database, async (transaction) => {
      const abandoned = await listAbandonedFileKeys({ database: transaction }, ago(ABANDONED_HOURS));
      const keys = await deleteUnusedFileRows({ database: transaction }, abandoned);
      if (keys.length > 0) await dependencies.jobs.enqueue(transaction, deleteFiles, { keys });
      return keys.length;
    }))
  );
}
