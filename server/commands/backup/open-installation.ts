import type { Config } from '#server/config.ts';
import {
  acquireDataDirectoryLock,
  DataDirectoryInUseError,
  type DataDirectoryLock,
} from '#server/database/embedded/data-directory-lock.ts';
import { findRunningAddress } from '#server/database/embedded/running-address.ts';
import { startEmbeddedPostgres } from '#server/database/embedded/start-embedded-postgres.ts';
import { openFileStore } from '#server/open-dependencies.ts';
import type { FileStore } from '#server/files/file-store.ts';
import type { StartupLog } from '#server/supervision/startup-log.ts';
import { BackupError } from './backup-error.ts';

/** The database and the files that the settings name, opened for a backup or a restore. */
export interface Installation {
  readonly config: Config;
  readonly databaseUrl: string;
  readonly files: FileStore;
  close(): Promise<void>;
}

export interface OpenOptions {
  readonly config: Config;
  readonly log: StartupLog;
  readonly signal: AbortSignal;
}

/** Opens what is to be backed up: it may run meanwhile; an embedded database that is stopped is started for it. */
export async function openForBackup({ config, log, signal }: OpenOptions): Promise<Installation> {
  const files = await openFileStore(config);
  const nothingToClose = () => Promise.resolve();
  if (config.databaseUrl !== undefined)
    return { config, files, databaseUrl: config.databaseUrl, close: nothingToClose };
  let lock: DataDirectoryLock;
  try {
    lock = await acquireDataDirectoryLock(config.dataDirectory);
  } catch (error) {
    if (!(error instanceof DataDirectoryInUseError)) throw error;
    const databaseUrl = await findRunningAddress(config.dataDirectory);
    if (databaseUrl === undefined) {
      throw new BackupError(
        `Lectern is starting or stopping on ${config.dataDirectory}, and its database does not answer now. ` +
          'Wait a moment and start the backup again.',
        { cause: error },
      );
    }
    return { config, files, databaseUrl, close: nothingToClose };
  }
  return openEmbedded({ config, log, signal }, lock);
}

/** Opens what is to be restored into. No Lectern may run on the data directory. */
export async function openForRestore(options: OpenOptions): Promise<Installation> {
  const { config } = options;
  const lock = await acquireDataDirectoryLock(config.dataDirectory);
  if (config.databaseUrl === undefined) return openEmbedded(options, lock);
  const files = await openFileStore(config);
  return { config, files, databaseUrl: config.databaseUrl, close: () => lock.release() };
}

async function openEmbedded(
  { config, log, signal }: OpenOptions,
  lock: DataDirectoryLock,
): Promise<Installation> {
  try {
    const postgres = await startEmbeddedPostgres({ dataDirectory: config.dataDirectory, log, signal });
    return {
      config,
      files: await openFileStore(config),
      databaseUrl: postgres.connectionString,
      close: async () => {
        await postgres.stop();
        await lock.release();
      },
    };
  } catch (error) {
    await lock.release();
    throw error;
  }
}
