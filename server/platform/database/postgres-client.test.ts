import { afterEach, beforeEach, expect, test } from 'vitest';
import pg from 'pg';
import { createTestDatabase, type TestDatabase } from '#server/testing/database.ts';
import { eventually } from '#server/testing/eventually.ts';
import { ManualClock } from '#server/testing/manual-clock.ts';
import { WayToDatabase } from '#server/testing/way-to-database.ts';
import { isDatabaseUnreachable } from './is-database-unreachable.ts';
import { createPostgresClient, poolSettings } from './postgres-client.ts';

let database: TestDatabase;
let way: WayToDatabase;
let clock: ManualClock;
beforeEach(async () => {
  database = await createTestDatabase({ migrate: () => Promise.resolve(), templateName: 'empty' });
  way = await WayToDatabase.open(database.connectionString);
  clock = new ManualClock();
});
afterEach(async () => {
  await way.close();
  await database.drop();
});

function openPool(url: string): pg.Pool {
  const settings = poolSettings(url, { applicationName: 'test', clock });
  // Otherwise the pool closes idle connections by itself after ten seconds.
  const pool = new pg.Pool({ ...settings, max: 3, idleTimeoutMillis: 0 });
  pool.on('error', () => undefined);
  return pool;
}

test('a statement on a silently dead connection fails as an unreachable database, and the pool continues with new connections', async () => {
  const pool = openPool(way.url);
  // Three connections, all idle.
  await Promise.all([1, 2, 3].map(() => pool.query('select pg_sleep(0.1)')));
  expect(pool.totalCount).toBe(3);
  way.swallow();
  way.deliver();
  const failed = pool.query('select 1').then(
    () => 'answered',
    (error: unknown) => isDatabaseUnreachable(error),
  );
  await clock.untilWaiting();
  await clock.advance(10_000);
  expect(await failed).toBe(true);
  await eventually('the idle connections to be closed', () => (pool.totalCount === 0 ? true : undefined));
  expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
  await pool.end();
});

test('waits for a statement on which PostgreSQL works for minutes', async () => {
  const pool = openPool(way.url);
  const other = createPostgresClient(database.connectionString, { applicationName: 'other', clock });
  await other.connect();
  await other.query('select pg_advisory_lock(1)');
  await pool.query('select 1');
  const slow = pool.query('select pg_advisory_lock(1), 1 as one');
  await clock.untilWaiting();
  for (let probe = 1; probe <= 10; probe += 1) {
    await clock.advance(10_000);
    await eventually('the probe to be answered', () => (way.endedCount === probe ? true : undefined));
  }
  await other.end();
  expect((await slow).rows).toEqual([{ pg_advisory_lock: '', one: 1 }]);
  await pool.end();
});

test('asks about all slow statements of a pool over one connection', async () => {
  const pool = openPool(way.url);
  const other = createPostgresClient(database.connectionString, { applicationName: 'other', clock });
  await other.connect();
  await other.query('select pg_advisory_lock(1)');
  const slow = [1, 2, 3].map(() => pool.query('select pg_advisory_xact_lock(1)'));
  await eventually('all to wait', async () => {
    const { rowCount } = await other.query(
      `select from pg_locks where locktype = 'advisory' and not granted`,
    );
    return rowCount === 3 ? true : undefined;
  });
  await clock.advance(10_000);
  await eventually('the probe to be answered', () => (way.endedCount > 0 ? true : undefined));
  await other.end();
  await Promise.all(slow);
  expect(way.endedCount).toBe(1);
  await pool.end();
});

test('PostgreSQL ends a transaction whose process fell silent', async () => {
  const client = createPostgresClient(database.connectionString, { applicationName: 'test', clock });
  await client.connect();
  const pool = openPool(database.connectionString);
  const read = async (asker: pg.Pool | pg.Client, name: string) =>
    (await asker.query<{ setting: string }>('select current_setting($1) as setting', [name])).rows[0]
      ?.setting;
  expect(await read(pool, 'idle_in_transaction_session_timeout')).toBe('25s');
  // The transaction of a backup waits for files.
  expect(await read(client, 'idle_in_transaction_session_timeout')).toBe('0');
  for (const asker of [pool, client]) expect(await read(asker, 'tcp_keepalives_count')).toBe('3');
  await client.end();
  await pool.end();
});

test('closing a silently dead connection does not wait for PostgreSQL', async () => {
  const client = createPostgresClient(way.url, { applicationName: 'test', clock });
  await client.connect();
  way.swallow();
  const ended = client.end();
  await clock.untilWaiting();
  await clock.advance(5_000);
  await ended;
});

test('a connection that falls silent while it connects fails without affecting others', async () => {
  const pool = openPool(way.url);
  const failed = pool.query('select 1').catch((error: unknown) => isDatabaseUnreachable(error));
  await clock.untilWaiting();
  way.swallow();
  await clock.advance(10_000);
  await clock.advance(10_000);
  way.deliver();
  // PostgreSQL may already have answered.
  expect([true, 1]).toContain(await failed.then((result) => (result === true ? true : 1)));
  expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
  await pool.end();
});
