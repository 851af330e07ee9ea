import { statfs } from 'node:fs/promises';
import type { StorageUse, VersionAnswer } from '#contract/administration.ts';
import { migrationNames } from '#server/platform/database/migrate.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { hasForeignFiles } from '../maintenance/file-store-owner.ts';
import { findLastBackup } from '../audit/read-audit-log.ts';
import { version } from '#server/version.ts';
import { readDatabaseVersion, readStoredSizes } from './storage.store.ts';

/** How much is stored, and how much room the disk of the data directory has. */
export async function readStorageUse({
  config,
  database,
  files,
}: Pick<Dependencies, 'config' | 'database' | 'files'>): Promise<StorageUse> {
  const [sizes, freeBytes, isForeign] = await Promise.all([
    readStoredSizes(database),
    findFreeBytes(config.dataDirectory),
    hasForeignFiles({ database }),
  ]);
  return {
    store: files.name,
    is_foreign: isForeign,
    files: sizes.files,
    file_bytes: sizes.fileBytes,
    database_bytes: sizes.databaseBytes,
    free_bytes: freeBytes,
    free_floor_bytes: config.storage.freeFloorBytes,
    default_quota_bytes: config.storage.bytesPerInstructor,
  };
}

/** Null where the directory does not exist, as in an api process whose files are all elsewhere. */
async function findFreeBytes(directory: string): Promise<number | null> {
  try {
    const { bavail, bsize } = await statfs(directory);
    return bavail * bsize;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}

/** The nightly backup starts up to 15 minutes late, and takes its time. */
const BACKUP_LATE_MILLISECONDS = 26 * 3600 * 1000;

export async function readVersion({
  database,
  clock,
}: Pick<Dependencies, 'database' | 'clock'>): Promise<VersionAnswer> {
  const backup = await findLastBackup({ database });
  return {
    version,
    node: process.version,
    database: `PostgreSQL ${await readDatabaseVersion(database)}`,
    migration: migrationNames.at(-1) ?? '',
    last_backup:
      backup === undefined
        ? null
        : {
            at: backup.at.toISOString(),
            size_bytes: backup.sizeBytes,
            files: backup.files,
            is_late: clock.now().getTime() - backup.at.getTime() > BACKUP_LATE_MILLISECONDS,
          },
  };
}
