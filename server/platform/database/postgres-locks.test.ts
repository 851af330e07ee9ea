import { pino } from 'pino';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestDatabase } from '#server/testing/database.ts';
import { eventually } from '#server/testing/test-application.ts';
import { PostgresLocks } from './postgres-locks.ts';

const log = pino({ level: 'silent' });
let database: Awaited<ReturnType<typeof createTestDatabase>>;
let own: PostgresLocks;
let others: PostgresLocks;
beforeAll(async () => {
  database = await createTestDatabase({ migrate: () => Promise.resolve(), templateName: 'locks' });
});
afterAll(() => database.drop());
beforeEach(() => {
  own = new PostgresLocks(database.connectionString, log);
  others = new PostgresLocks(database.connectionString, log);
});
afterEach(async () => {
  await own.close();
  await others.close();
});

/** Ends the connections that hold locks, as a kill of their process or of the database does. */
async function cutConnections(): Promise<void> {
  const client = new pg.Client({ connectionString: database.connectionString });
  await client.connect();
  await client.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and application_name = 'lectern-locks'`,
  );
  await client.end();
}

test('a lock is held once, in one process and over all, until it is released', async () => {
  const held = await own.tryTake('a');
  expect(held).toBeDefined();
  expect(await own.tryTake('a')).toBeUndefined();
  expect(await others.tryTake('a')).toBeUndefined();
  expect(await others.tryTake('b')).toBeDefined();
  await held!.release();
  expect(await others.tryTake('a')).toBeDefined();
  expect(await own.tryTake('a')).toBeUndefined();
});

test('one of many concurrent callers gets it', async () => {
  const taken = await Promise.all([own, others, own, others].map((locks) => locks.tryTake('a')));
  expect(taken.filter((lock) => lock !== undefined)).toHaveLength(1);
});

test('a process that ends frees what it held', async () => {
  await own.tryTake('a');
  await own.close();
  await eventually('the lock to be free', () => others.tryTake('a'));
});

test('a broken connection aborts the holders of locks, and new locks can be taken', async () => {
  const held = await own.tryTake('a');
  expect(held!.lost.aborted).toBe(false);
  await cutConnections();
  await eventually('the holder to notice', () => Promise.resolve(held!.lost.aborted || undefined));
  const foreign = await eventually('the lock to be free', () => others.tryTake('a'));
  // What was lost is not released a second time under its new holder.
  await held!.release();
  expect(await own.tryTake('a')).toBeUndefined();
  await foreign.release();
  expect(await own.tryTake('a')).toBeDefined();
});
