import { pino } from 'pino';
import { expect, test } from 'vitest';
import { createTestDatabase } from '#server/testing/database.ts';
import { eventually } from '#server/testing/eventually.ts';
import { ManualClock } from '#server/testing/manual-clock.ts';
import { WayToDatabase } from '#server/testing/way-to-database.ts';
import { createPostgresClient } from '../database/postgres-client.ts';
import { JobClaims } from './job-claims.ts';

test('claims are released within 30 s after the connection died silently, and made again by the worker', async () => {
  const database = await createTestDatabase({ migrate: () => Promise.resolve(), templateName: 'empty' });
  const way = await WayToDatabase.open(database.connectionString);
  const clock = new ManualClock();
  const claims = await JobClaims.connect(way.url, {
    queues: [],
    log: pino({ level: 'silent' }),
    clock,
    confinement: 'none',
  });
  const observer = createPostgresClient(database.connectionString, { applicationName: 'test' });
  await observer.connect();
  const isClaimed = async (): Promise<boolean> => {
    const { rowCount } = await observer.query(
      `select from pg_locks join pg_database on pg_database.oid = database
       where locktype = 'advisory' and datname = current_database()`,
    );
    return rowCount === 1;
  };
  await claims.hold('a job');
  expect(await isClaimed()).toBe(true);
  way.swallow();
  // PostgreSQL ends the session after 20 s; no clock of this process can speed that up.
  await eventually('the claim to be free', async () => ((await isClaimed()) ? undefined : true), {
    seconds: 30,
  });
  way.deliver();
  // A heartbeat that is not answered, and the pause before the next connection.
  await clock.advance(10_000);
  await eventually('the claim to be made again', async () => {
    await clock.advance(500);
    return (await isClaimed()) ? true : undefined;
  });
  await claims.close();
  await observer.end();
  await way.close();
  await database.drop();
}, 90_000);
