import type { ClientBase } from 'pg';
import { PgBoss } from 'pg-boss';
import { BackupError } from './backup-error.ts';

/** The client as pg-boss calls a database. */
const databaseOf = (client: ClientBase) => ({
  executeSql: async (text: string, values?: unknown[]): Promise<{ rows: unknown[] }> => ({
    rows: (await client.query<Record<string, unknown>>(text, values)).rows,
  }),
});

/** The version of the queue's tables in this database; null if there are none. */
export async function findQueueVersion(client: ClientBase): Promise<number | null> {
  const boss = new PgBoss({ db: databaseOf(client) });
  return (await boss.isInstalled()) ? boss.schemaVersion() : null;
}

/** A place to copy jobs into until they are enqueued; gone with the transaction. */
export async function makeJobsTable(client: ClientBase): Promise<string> {
  await client.query(`create temporary table restored_jobs (
    id uuid, name text, data jsonb, priority integer, start_after timestamptz, created_on timestamptz
  ) on commit drop`);
  return 'copy restored_jobs (id, name, data, priority, start_after, created_on) from stdin';
}

interface RestoredJob {
  readonly id: string;
  readonly name: string;
  readonly data: object;
  readonly priority: number;
  readonly start_after: Date;
}

const BATCH = 500;

/**
 * Enqueues the copied jobs under their own ids, in the client's transaction. The queue's own tables are never copied:
 * they belong to its version.
 * @returns how many were enqueued.
 * @throws {BackupError} when one is of a kind that this Lectern does not know.
 */
export async function enqueueRestoredJobs(
  client: ClientBase,
  boss: PgBoss,
  knownNames: readonly string[],
): Promise<number> {
  const unknown = await client.query<{ name: string; count: string }>(
    'select name, count(*) from restored_jobs where name <> all($1) group by name order by name',
    [knownNames],
  );
  if (unknown.rows.length > 0) {
    const names = unknown.rows.map(({ name, count }) => `${name} (${count})`).join(', ');
    throw new BackupError(
      `The backup holds jobs that this version of Lectern does not know: ${names}. Nothing was changed. Restore it with ` +
        'the version that made it, let the worker finish them, and make another backup.',
    );
  }
  const db = databaseOf(client);
  let enqueued = 0;
  for (;;) {
    const { rows } = await client.query<RestoredJob>(
      `select id, name, data, priority, start_after from restored_jobs order by created_on, id
       limit ${BATCH} offset $1`,
      [enqueued],
    );
    for (const { id, name, data, priority, start_after: startAfter } of rows) {
      await boss.send(name, data, { id, priority, startAfter, db });
    }
    enqueued += rows.length;
    if (rows.length < BATCH) return enqueued;
  }
}
