import type { PoolClient } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { migrateToLatest } from '#server/platform/database/migrate.ts';
import { createTestDatabase, type TestDatabase } from '#server/testing/database.ts';
import { eventually } from '#server/testing/eventually.ts';
import { ManualClock } from '#server/testing/manual-clock.ts';
import { runInContext, type WorkContext } from '../work-context.ts';
import { FairPool } from './fair-pool.ts';

const clock = new ManualClock();
let database: TestDatabase;
let pool: FairPool;

beforeAll(async () => {
  database = await createTestDatabase({ migrate: migrateToLatest });
  pool = new FairPool({
    connectionString: database.connectionString,
    max: 8,
    clock,
    connectionTimeoutMillis: 30_000,
  });
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

const asAccount = <Result>(instructorId: number, work: () => Promise<Result>): Promise<Result> =>
  runInContext({ instructorId }, work);

function take(instructorId: number, times: number) {
  const held: PoolClient[] = [];
  const taken = Array.from({ length: times }, async () => {
    held.push(await asAccount(instructorId, () => pool.connect()));
  });
  const release = (): void => held.splice(0).forEach((client) => client.release());
  return { held, release, all: Promise.all(taken) };
}

/** Returns what it can of the connections until every account has had all it asked for. */
async function releaseAll(...accounts: readonly ReturnType<typeof take>[]): Promise<void> {
  const releaseHeld = (): void => {
    for (const { release } of accounts) release();
  };
  const all = Promise.all(accounts.map(({ all: taken }) => taken)).then(() => true);
  const turn = () => new Promise<false>((resolve) => setImmediate(() => resolve(false)));
  while (!(await Promise.race([all, turn()]))) releaseHeld();
  releaseHeld();
}

const untilHeld = (what: string, accounts: readonly ReturnType<typeof take>[], counts: readonly number[]) =>
  eventually(what, () =>
    accounts.every(({ held }, index) => held.length === counts[index]) ? true : undefined,
  );

test('slow queries of one account leave connections for another', async () => {
  const slow = take(1, 30);
  await asAccount(2, () => pool.query('select 1'));
  await untilHeld('the first account to hold its share', [slow], [4]);
  expect(pool.totalCount).toBeLessThanOrEqual(5);
  expect(pool.waitingCount).toBe(0);
  await releaseAll(slow);
});

test('an account alone may hold half of the connections, and no longer when others need theirs', async () => {
  const [first, second, third] = [take(1, 10), take(2, 10), take(3, 2)];
  const accounts = [first, second, third];
  await untilHeld('the first account to hold half', accounts, [4, 2, 2]);
  first.release();
  await untilHeld('the first account to hold its share', accounts, [2, 2, 2]);
  third.release();
  await untilHeld('both accounts to share what is free', accounts, [3, 3, 0]);
  await releaseAll(...accounts);
});

test('a query that waits ten seconds for its account’s other queries is refused', async () => {
  const first = take(1, 4);
  await first.all;
  const refused = expect(asAccount(1, () => pool.query('select 1'))).rejects.toMatchObject({
    code: 'too_many_requests',
  });
  await clock.advance(10_000);
  await refused;
  first.release();
  await asAccount(1, () => pool.query('select 1'));
});

test('transactions that need a second connection do not wait for each other', async () => {
  let begun = 0;
  let proceed: () => void = () => undefined;
  const shareIsTaken = new Promise<void>((resolve) => (proceed = resolve));
  const transactions = Array.from({ length: 6 }, () =>
    asAccount(1, async () => {
      const first = await pool.connect();
      begun += 1;
      if (begun === 4) proceed();
      await shareIsTaken;
      const second = await pool.connect();
      second.release();
      first.release();
    }),
  );
  await Promise.all(transactions);
});

test('the time for which work holds a connection counts as its work', async () => {
  const context: WorkContext = { instructorId: 4 };
  const client = await runInContext(context, () => pool.connect());
  await clock.advance(1_000);
  client.release();
  expect(context.spentMilliseconds).toBe(250);
});

test('a query that fails gives its turn back', async () => {
  for (let time = 0; time < 10; time += 1)
    await expect(asAccount(3, () => pool.query('select missing'))).rejects.toThrow(/missing/u);
  await asAccount(3, () => pool.query('select 1'));
});
