import { pino } from 'pino';
import { expect, test } from 'vitest';
import { createTestDatabase } from '#server/testing/database.ts';
import { eventually } from '#server/testing/eventually.ts';
import { ManualClock } from '#server/testing/manual-clock.ts';
import { WayToDatabase } from '#server/testing/way-to-database.ts';
import { PostgresLocks } from './postgres-locks.ts';

test('the holder notices that its lock died with its connection before others can take it, within 30 s', async () => {
  const database = await createTestDatabase({ migrate: () => Promise.resolve(), templateName: 'locks' });
  const log = pino({ level: 'silent' });
  const others = new PostgresLocks(database.connectionString, log);
  const clock = new ManualClock();
  const way = await WayToDatabase.open(database.connectionString);
  const distant = new PostgresLocks(way.url, log, clock);
  const held = await distant.tryTake('silent');
  way.swallow();
  way.deliver();
  await clock.advance(5_000);
  expect(held!.lost.aborted).toBe(false);
  await clock.advance(5_000);
  await eventually('the holder to notice', () => (held!.lost.aborted ? true : undefined));
  expect(await others.tryTake('silent')).toBeUndefined();
  // PostgreSQL ends the session after 20 s; no clock of this process can speed that up.
  await eventually('the lock to be free', () => others.tryTake('silent'), { seconds: 30 });
  await Promise.all([distant.close(), others.close(), way.close()]);
  await database.drop();
}, 60_000);
