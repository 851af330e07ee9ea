import { Kysely, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import { systemClock, type Clock } from '../clock.ts';
import { FairPool } from './fair-pool.ts';
import { poolSettings } from './postgres-client.ts';
import type { Schema } from './schema.ts';

/** A connection pool or a transaction of it: the first argument of everything in a `*.store.ts`. */
export type Database = Kysely<Schema>;

/**
 * Opens a pool. Connections are made when first needed, and made again after the server was away.
 * @param options.maximumConnections of this process.
 * @param options.isFair whether the accounts whose work it is share the connections: see fair-pool.ts.
 * @param options.onError hears of idle connections that broke; the pool replaces them by itself.
 */
export function openPool(
  connectionString: string,
  options: {
    maximumConnections: number;
    isFair?: boolean;
    clock?: Clock;
    onError: (error: Error) => void;
  },
): pg.Pool {
  const settings = {
    ...poolSettings(connectionString, { applicationName: 'lectern' }),
    max: options.maximumConnections,
    idleTimeoutMillis: 60_000,
  };
  const pool =
    options.isFair === true
      ? new FairPool({ ...settings, clock: options.clock ?? systemClock })
      : new pg.Pool(settings);
  pool.on('error', options.onError);
  return pool;
}

/** Kysely over a pool. `destroy()` ends the pool too. */
export const openDatabase = <Tables = Schema>(pool: pg.Pool): Kysely<Tables> =>
  new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });

/** Runs `work` in one transaction: all of it happens, or none. Joins the transaction it is already in. */
export const inTransaction = <Result>(
  database: Database,
  work: (transaction: Database) => Promise<Result>,
): Promise<Result> => (database.isTransaction ? work(database) : database.transaction().execute(work));

/** Several statements that read, all as of one moment. */
export const inSnapshot = <Result>(
  database: Database,
  read: (transaction: Database) => Promise<Result>,
): Promise<Result> =>
  database.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(read);

/** Rejects when the database cannot be asked. */
export async function pingDatabase(database: Database): Promise<void> {
  await sql`select 1`.execute(database);
}

/** The time by which ages are measured: each process has its own clock, and one of them may be wrong. */
export async function readDatabaseTime(database: Database): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`select now() as now`.execute(database);
  const [row] = rows;
  if (row === undefined) throw new Error('The database returned no time.');
  return row.now;
}

const DEADLOCK = '40P01';
const ATTEMPTS = 5;

/** Runs `work`, a whole transaction, again when PostgreSQL broke it off for waiting in a circle with another. */
export async function retryingDeadlocks<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof pg.DatabaseError) || error.code !== DEADLOCK || attempt === ATTEMPTS)
        throw error;
    }
  }
}

/** Whether a row could not be made because the account that it would belong to has been deleted. */
export const isOwnerGone = (error: unknown): boolean =>
  error instanceof pg.DatabaseError &&
  error.code === '23503' &&
  /_(?:instructor|user)_id_fkey$/.test(error.constraint ?? '');
