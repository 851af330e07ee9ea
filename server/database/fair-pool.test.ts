import type { PoolClient } from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { migrateToLatest } from '#server/database/migrate.ts';
import { createTestDatabase, type TestDatabase } from '#server/testing/database.ts';
import { runInContext } from '../work-context.ts';
import { FairPool } from './fair-pool.ts';

let database: TestDatabase;
let pool: FairPool;

beforeAll(async () => {
  database = await createTestDatabase({ migrate: migrateToLatest });
  pool = new FairPool({
    connectionString: database.connectionString,
    max: 8,
    connectionTimeoutMillis: 30_000,
  });
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

const asAccount = <Result>(instructorId: number, work: () => Promise<Result>): Promise<Result> =>
  runInContext({ instructorId }, work);

test('slow queries of one account leave connections for another', async () => {
  let done = 0;
  const slow = Array.from({ length: 30 }, () =>
    asAccount(1, () => pool.query('select pg_sleep(0.1)')).then(() => (done += 1)),
  );
  await asAccount(2, () => pool.query('select 1'));
  expect(done).toBeLessThan(30);
  expect(pool.totalCount).toBeLessThanOrEqual(5);
  expect(pool.waitingCount).toBe(0);
  await Promise.all(slow);
});

function take(instructorId: number, times: number) {
  const held: PoolClient[] = [];
  const taken = Array.from({ length: times }, async () => {
    held.push(await asAccount(instructorId, () => pool.connect()));
  });
  return { held, all: Promise.all(taken) };
}

test('an account alone may hold half of the connections, and no longer when others need theirs', async () => {
  const [first, second, third] = [take(1, 10), take(2, 10), take(3, 2)];
  const accounts = [first, second, third];
  const counts = (): number[] => accounts.map(({ held }) => held.length);
  await vi.waitFor(() => expect(counts()).toEqual([4, 2, 2]), { timeout: 9_000 });
  first.held.splice(0).forEach((client) => client.release());
  await vi.waitFor(() => expect(counts()).toEqual([2, 2, 2]), { timeout: 9_000 });
  third.held.splice(0).forEach((client) => client.release());
  await vi.waitFor(() => expect(counts()).toEqual([3, 3, 0]), { timeout: 9_000 });
  const release = setInterval(() => {
    for (const { held } of accounts) held.splice(0).forEach((client) => client.release());
  });
  await Promise.all(accounts.map(({ all }) => all));
  clearInterval(release);
  for (const { held } of accounts) held.splice(0).forEach((client) => client.release());
});

test('transactions that need a second connection do not wait for each other', async () => {
  const transactions = Array.from({ length: 6 }, () =>
    asAccount(1, async () => {
      const first = await pool.connect();
      await first.query('select pg_sleep(0.05)');
      const second = await pool.connect();
      second.release();
      first.release();
    }),
  );
  await Promise.all(transactions);
});

test('a query that fails gives its turn back', async () => {
  for (let time = 0; time < 10; time += 1)
    await expect(asAccount(3, () => pool.query('select missing'))).rejects.toThrow(/missing/u);
  await asAccount(3, () => pool.query('select 1'));
});
