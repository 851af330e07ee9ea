import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#server/testing/database.ts';
import { ManualClock } from '#server/testing/manual-clock.ts';
import { keepHeartbeat } from './keep-heartbeat.ts';
import { createPostgresClient } from './postgres-client.ts';

let database: TestDatabase;
beforeEach(async () => {
  database = await createTestDatabase({ migrate: () => Promise.resolve(), templateName: 'empty' });
});
afterEach(() => database.drop());

test('keeps the connection when a busy process reads the answer late, and ends it when none comes', async () => {
  const clock = new ManualClock();
  const client = createPostgresClient(database.connectionString, { applicationName: 'test', clock });
  await client.connect();
  let answer: () => void = () => undefined;
  keepHeartbeat(client, clock, () => new Promise<void>((resolve) => (answer = resolve)));
  await clock.advance(5_000);
  const late = clock.advance(5_000);
  answer();
  await late;
  expect((await client.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
  await clock.advance(5_000);
  const ended = new Promise<void>((resolve) => {
    client.once('end', resolve);
  });
  await clock.advance(5_000);
  await ended;
});
