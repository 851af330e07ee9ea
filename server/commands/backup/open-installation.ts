import { existsSync } from 'node:fs';
import type { Config } from '#server/config.ts';
import { clusterPaths } from '#server/platform/database/embedded/cluster-paths.ts';
import {
  acquireDataDirectoryLock,
  DataDirectoryInUseError,
  type DataDirectoryLock,
} from '#server/platform/database/embedded/data-directory-lock.ts';
import { findRunningAddress } from '#server/platform/database/embedded/running-address.ts';
import { startEmbeddedPostgres } from '#server/platform/database/embedded/start-embedded-postgres.ts';
import { createPostgresClient } from '#server/platform/database/postgres-client.ts';
import { openFileStore } from '#server/open-dependencies.ts';
import type { FileStore } from '#server/platform/files/file-store.ts';
import type { StartupLog } from '#server/platform/supervision/startup-log.ts';
import { BackupError } from './backup-error.ts';
import { listAppliedMigrations } from './catalogue.ts';

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

/**
 * Opens the installation of the settings, which may be running; an embedded database that is stopped is started for it.
 * @throws {BackupError} when the settings lead to no installation: none is created.
 */
export async function openExisting({ config, log, signal }: OpenOptions): Promise<Installation> {
  await findExisting({ config, log });
  if (config.databaseUrl !== undefined) return openGiven(config, config.databaseUrl, () => Promise.resolve());
  const files = await openFileStore(config);
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
    return { config, files, databaseUrl, close: () => Promise.resolve() };
  }
  return openEmbedded({ config, log, signal }, lock);
}

/** As `openExisting`, while no Lectern runs on the data directory. */
export async function openStopped(options: OpenOptions): Promise<Installation> {
  await findExisting(options);
  return openAlone(options);
}

/** Opens what is to be restored into, which may be empty. No Lectern may run on the data directory. */
export function openForRestore(options: OpenOptions): Promise<Installation> {
  options.log.info(`Restoring into ${describePlace(options.config)}.`);
  return openAlone(options);
}

/** Says which installation it is. @throws {BackupError} when there is none. */
async function findExisting({ config, log }: Pick<OpenOptions, 'config' | 'log'>): Promise<void> {
  if (config.databaseUrl !== undefined) await refuseEmptyDatabase(config.databaseUrl);
  else if (!existsSync(clusterPaths(config.dataDirectory).cluster)) {
    throw new BackupError(
      `There is no Lectern in ${config.dataDirectory}. Nothing was created. Run this command with the settings of the ` +
        'service, such as DATA_DIR or DATABASE_URL; the command lectern-admin reads them (docs/deploy.md).',
    );
  }
  log.info(`Using ${describePlace(config)}.`);
}

async function openAlone(options: OpenOptions): Promise<Installation> {
  const { config } = options;
  const lock = await acquireDataDirectoryLock(config.dataDirectory);
  if (config.databaseUrl === undefined) return openEmbedded(options, lock);
  return openGiven(config, config.databaseUrl, () => lock.release());
}

const openGiven = async (
  config: Config,
  databaseUrl: string,
  close: () => Promise<void>,
): Promise<Installation> => ({ config, databaseUrl, files: await openFileStore(config), close });

/** The database of these settings, without its password. */
function describePlace({ databaseUrl, dataDirectory }: Config): string {
  if (databaseUrl === undefined) return `the Lectern in ${dataDirectory}`;
  const { hostname, port, pathname } = new URL(databaseUrl);
  return `the Lectern of the database ${decodeURIComponent(pathname.slice(1))} on ${hostname}${port === '' ? '' : `:${port}`}`;
}

async function refuseEmptyDatabase(connectionString: string): Promise<void> {
  const client = createPostgresClient(connectionString, { applicationName: 'lectern-command' });
  await client.connect();
  try {
    if ((await listAppliedMigrations(client)).length > 0) return;
  } finally {
    await client.end();
  }
  throw new BackupError(
    'The database of DATABASE_URL holds no Lectern. Nothing was created. Check the settings, or start Lectern once.',
  );
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
