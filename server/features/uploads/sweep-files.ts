import { inTransaction } from '#server/platform/database/database.ts';
import { sweepTemporaryFiles } from '#server/platform/files/temporary-file.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { deleteUnusedFileRows, listAbandonedFileKeys } from '../lessons/abandoned-files.ts';
import { listKnownFileKeys } from './stored-file.store.ts';
import { deleteFiles } from './upload.jobs.ts';

const HOUR_MILLISECONDS = 3_600_000;
/** An upload that takes longer than a day was abandoned. */
const UNFINISHED_HOURS = 24;
/** A file is stored some moments before its row: only older ones without a row are orphans. */
const ORPHAN_HOURS = 24;
const ABANDONED_HOURS = 7 * 24;
/** How many files the database is asked about at once. */
const BATCH = 500;
/** Instructors' files and parts of uploads. Anything else in a bucket does not belong to Lectern. */
const OWN_KEY = /^(?:i\d+|unfinished)\//;

/**
 * Removes interrupted uploads, stored files that no row knows, and uploads that did not become a
 * lesson within a week. Returns how many.
 */
export async function sweepFiles(
  dependencies: Pick<Dependencies, 'config' | 'database' | 'files' | 'jobs'>,
  now: Date,
): Promise<number> {
  const ago = (hours: number) => new Date(now.getTime() - hours * HOUR_MILLISECONDS);
  const unfinished = await dependencies.files.sweepUnfinished(ago(UNFINISHED_HOURS));
  const temporary = await sweepTemporaryFiles(dependencies.config.dataDirectory, ago(UNFINISHED_HOURS));
  const orphans = await sweepOrphans(dependencies, ago(ORPHAN_HOURS));
  const abandoned = await inTransaction(dependencies.database, async (transaction) => {
    const listed = await listAbandonedFileKeys({ database: transaction }, ago(ABANDONED_HOURS));
    const keys = await deleteUnusedFileRows({ database: transaction }, listed);
    if (keys.length > 0) await dependencies.jobs.enqueue(transaction, deleteFiles, { keys });
    return keys.length;
  });
  return unfinished + temporary + orphans + abandoned;
}

async function sweepOrphans(
  dependencies: Pick<Dependencies, 'database' | 'files'>,
  before: Date,
): Promise<number> {
  let swept = 0;
  let batch: string[] = [];
  const sweepBatch = async (): Promise<void> => {
    const known = await listKnownFileKeys(dependencies.database, batch);
    for (const key of batch) {
      if (known.has(key)) continue;
      // Deleting the files of a batch takes a while, and a row may have come since.
      if ((await listKnownFileKeys(dependencies.database, [key])).has(key)) continue;
      await dependencies.files.delete(key);
      swept += 1;
    }
    batch = [];
  };
  for await (const { key, modifiedAt } of dependencies.files.list()) {
    if (modifiedAt >= before || !OWN_KEY.test(key)) continue;
    batch.push(key);
    if (batch.length >= BATCH) await sweepBatch();
  }
  await sweepBatch();
  return swept;
}
