import pg from 'pg';
import type { PgBoss } from 'pg-boss';
import { pino } from 'pino';
import { migrate, migrationNames } from '#server/platform/database/migrate.ts';
import { createPostgresClient } from '#server/platform/database/postgres-client.ts';
import { allJobs } from '#server/features/jobs.ts';
import { createQueues, QUEUE_SCHEMA_VERSION, startPgBoss } from '#server/platform/jobs/pg-boss-job-queue.ts';
import {
  DELETE_JOBS,
  FORGET_QUEUE_ASIDE,
  PUT_QUEUE_BACK,
  SET_QUEUE_ASIDE,
} from '#server/platform/jobs/queue-tables.ts';
import type { BackupHeader } from './archive-format.ts';
import { BackupError } from './backup-error.ts';
import { DERIVED_TABLES, listRoutines, listTables, listViews } from './catalogue.ts';
import { loadArchive } from './load-archive.ts';
import { kyselyOn } from './one-connection.ts';
import type { Installation } from './open-installation.ts';
import { findQueueVersion } from './pending-jobs.ts';
import { readPresentContent, type PresentContent } from './present-content.ts';
import type { VerifiedArchive } from './read-archive.ts';
import { prepareRootSecret } from './root-secret.ts';

export interface RestoreReport {
  readonly fileCount: number;
  readonly jobCount: number;
  readonly missingKeys: readonly string[];
}

export interface RestoreOptions {
  readonly path: string;
  /** What `verifyArchive` found in it. */
  readonly archive: VerifiedArchive;
  /**
   * Asked when the database is not empty, with what would be lost.
   * @throws to leave everything as it is.
   */
  readonly mayReplace: (present: PresentContent) => Promise<void>;
  readonly signal: AbortSignal;
}

/**
 * Puts a verified backup into an installation that is stopped: rows, jobs and numbers in one transaction, which loads them
 * at the migration they were saved at and then migrates forward; files before it commits, the secret after. Broken off
 * at any moment it leaves the database as it was, and can be run again.
 * @throws {BackupError} saying why not, and what to do.
 */
export async function restoreBackup(
  installation: Installation,
  options: RestoreOptions,
): Promise<RestoreReport> {
  const { config, databaseUrl } = installation;
  const { archive } = options;
  const level = getLevel(archive.header);
  const client = createPostgresClient(databaseUrl, { applicationName: 'lectern-restore' });
  await client.connect();
  try {
    const present = await readPresentContent(client);
    const installationId = await findInstallationId(client, present);
    if (present.rowCounts.size > 0 || present.newerMigrations.length > 0) await options.mayReplace(present);
    const secret = await prepareRootSecret(config, archive.rootSecret);
    try {
      const queue = await openQueue(databaseUrl, client);
      try {
        const report = await kyselyOn(client)
          .transaction()
          .execute(async (transaction) => {
            await beginAlone(client);
            await dropPresent(client, present);
            await migrate(transaction, level);
            const loaded = await loadArchive({ installation, client, boss: queue.boss, ...options });
            await migrate(transaction);
            await identifyInstallation(client, installationId);
            await refuseStrangers(client, present, archive.header);
            await forgetUnfinishedUploads(client);
            options.signal.throwIfAborted();
            return loaded;
          });
        await secret.commit();
        await queue.commit();
        return { ...report, missingKeys: archive.missingKeys };
      } finally {
        await queue.close();
      }
    } catch (error) {
      await secret.discard();
      throw error;
    }
  } finally {
    await client.end();
  }
}

/** The last migration of the backup, when this code knows all of them. */
function getLevel({ migrations, lectern_version: madeBy }: BackupHeader): string {
  const unknown = migrations.filter((name) => !migrationNames.includes(name));
  if (unknown.length > 0) {
    throw new BackupError(
      `This backup was made by a newer Lectern (${madeBy}, with ${unknown.join(', ')}). Nothing was changed. Install that ` +
        'version or a newer one, and restore with it.',
    );
  }
  const level = migrations.at(-1);
  if (level === undefined || migrations.some((name, index) => name !== migrationNames[index])) {
    throw new BackupError(
      'This backup was made in the middle of an upgrade. Nothing was changed. Use another one.',
    );
  }
  return level;
}

interface RestoreQueue {
  readonly boss: PgBoss;
  /** Forgets the queue of a newer version. */
  commit(): Promise<void>;
  /** Without `commit` before it, puts the queue of a newer version back. */
  close(): Promise<void>;
}

/**
 * Opens the queue at this version's schema. That of a newer version, which this one cannot use, is set aside until the restore
 * has ended: pg-boss makes its tables on its own connections, outside the restore's transaction.
 */
async function openQueue(connectionString: string, client: pg.Client): Promise<RestoreQueue> {
  let isAside = ((await findQueueVersion(client)) ?? 0) > QUEUE_SCHEMA_VERSION;
  const putBack = async (): Promise<void> => {
    if (!isAside) return;
    await client.query(PUT_QUEUE_BACK);
  };
  if (isAside) await client.query(SET_QUEUE_ASIDE);
  try {
    const log = pino({ level: 'silent' });
    const boss = await startPgBoss({ connectionString, log, role: 'sender', maximumConnections: 2 });
    await createQueues(boss, allJobs);
    return {
      boss,
      commit: async () => {
        isAside = false;
        await client.query(FORGET_QUEUE_ASIDE);
      },
      close: async () => {
        await boss.stop({ graceful: false });
        await putBack();
      },
    };
  } catch (error) {
    await putBack();
    throw error;
  }
}

/** No limit of the server may end a long restore, no one else may restore, and the restore does not wait for a reader that locks tables. */
async function beginAlone(client: pg.Client): Promise<void> {
  await client.query('set local statement_timeout = 0');
  await client.query('set local idle_in_transaction_session_timeout = 0');
  await client.query(`set local lock_timeout = '10s'`);
  const { rows } = await client.query<{ alone: boolean }>(
    `select pg_try_advisory_xact_lock(hashtext('lectern restore')) as alone`,
  );
  if (rows[0]?.alone !== true) throw new BackupError('Another restore into this database is under way.');
}

async function dropPresent(client: pg.Client, present: PresentContent): Promise<void> {
  const { tables, views, routines } = present;
  const all = [...tables, ...DERIVED_TABLES];
  const list = (names: readonly string[]): string =>
    names.map((name) => pg.escapeIdentifier(name)).join(', ');
  try {
    if (views.length > 0) await client.query(`drop view ${list(views)}`);
    await client.query(`drop table if exists ${list(all)}`);
    if (routines.length > 0) await client.query(`drop routine ${routines.join(', ')}`);
  } catch (error) {
    if (!(error instanceof pg.DatabaseError)) throw error;
    throw new BackupError(
      `What is in the database cannot be replaced: ${error.message}. Nothing was changed. Close what else is connected, ` +
        'or restore into an empty database.',
      { cause: error },
    );
  }
  await client.query(DELETE_JOBS);
}

/** The id of the database that is replaced; undefined if it is empty. */
async function findInstallationId(
  client: pg.Client,
  { tables }: PresentContent,
): Promise<string | undefined> {
  if (!tables.includes('maintenance')) return undefined;
  const { rows } = await client.query<{ id: string }>('select installation_id as id from maintenance');
  return rows[0]?.id;
}

/**
 * The database identifies the installation. A restore in place keeps its id and thus the right to delete files. A copy next to the original
 * is another installation, which must not delete the original's files.
 */
async function identifyInstallation(client: pg.Client, id: string | undefined): Promise<void> {
  await client.query('insert into maintenance default values on conflict do nothing');
  await client.query(
    'update maintenance set installation_id = coalesce($1, gen_random_uuid()), has_foreign_files = false',
    [id ?? null],
  );
}

/**
 * What an unfinished upload has sent is not a stored file yet, so no backup holds it. Without its row its client learns
 * that it is gone, and starts over; with it, the client would continue after bytes that are missing.
 */
async function forgetUnfinishedUploads(client: pg.Client): Promise<void> {
  await client.query('delete from resumable_uploads where file_key is null');
}

/**
 * What neither the backup nor this Lectern knows was not ours to drop. For a newer Lectern this is unknown: whoever allows the
 * replacement has seen its list.
 */
async function refuseStrangers(
  client: pg.Client,
  present: PresentContent,
  header: BackupHeader,
): Promise<void> {
  if (present.newerMigrations.length > 0) return;
  const tables = [...(await listTables(client)), ...header.tables].map(({ name }) => name);
  const own = new Set([...tables, ...(await listViews(client)), ...(await listRoutines(client))]);
  const strangers = [...present.tables, ...present.views, ...present.routines].filter(
    (name) => !own.has(name),
  );
  if (strangers.length === 0) return;
  throw new BackupError(
    `The database also holds tables, views or functions that are not Lectern's: ${strangers.join(', ')}. Nothing was changed. Restore into a ` +
      'separate database.',
  );
}
