import { expect, test } from 'vitest';
import { createTestDatabase } from '#server/testing/database.ts';
import { eventually } from '#server/testing/eventually.ts';
import { ManualClock } from '#server/testing/manual-clock.ts';
import { WayToDatabase } from '#server/testing/way-to-database.ts';
import { announce } from './event-bus.ts';
import { openDatabase, openPool } from '../database/database.ts';
import { PostgresEventBus } from './postgres-event-bus.ts';

test('while the database is away there is one attempt after another, never several at once, and one connection then', async () => {
  const clock = new ManualClock();
  const database = await createTestDatabase({ migrate: () => Promise.resolve(), templateName: 'empty' });
  const way = await WayToDatabase.open(database.connectionString);
  let attempts = 0;
  let isBroken = false;
  const ignore = () => undefined;
  const log = {
    debug: ignore,
    info: ignore,
    error: ignore,
    warn: (_details: object, message: string) => {
      if (message.includes('cannot be made')) attempts += 1;
      else isBroken = true;
    },
  };
  const bus = await PostgresEventBus.connect(way.url, log, clock);
  let gaps = 0;
  const listening = new Promise<void>((resolve) => {
    bus.onGap(() => {
      gaps += 1;
      resolve();
    });
  });

  await way.close();
  await eventually('the connection to break', () => (isBroken ? true : undefined));
  for (let attempt = 1; attempt <= 5; attempt += 1) {
    await clock.untilWaiting();
    expect(clock.waiting).toBe(1);
    await clock.advance(500);
    await eventually('the attempt to fail', () => (attempts >= attempt ? true : undefined));
    expect(attempts).toBe(attempt);
  }
  await way.listen();
  await clock.untilWaiting();
  await clock.advance(500);
  await listening;
  // The heartbeat of the only connection.
  expect(clock.waiting).toBe(1);
  expect(gaps).toBe(1);
  await bus.close();
  await way.close();
  await database.drop();
});

test('announcements arrive again within 30 s after the connection died silently', async () => {
  const clock = new ManualClock();
  const database = await createTestDatabase({ migrate: () => Promise.resolve(), templateName: 'empty' });
  const way = await WayToDatabase.open(database.connectionString);
  const ignore = () => undefined;
  const log = { debug: ignore, info: ignore, error: ignore, warn: ignore };
  const bus = await PostgresEventBus.connect(way.url, log, clock);
  const heard: unknown[] = [];
  bus.subscribe((announcement) => heard.push(announcement));
  const pool = openPool(database.connectionString, { maximumConnections: 1, onError: ignore });
  const say = (userId: number) => announce(openDatabase(pool), { kind: 'access_ended', userId });

  // An answered heartbeat changes nothing.
  await clock.advance(5_000);
  await say(1);
  await eventually('the first announcement', () => (heard.length === 1 ? true : undefined));

  way.swallow();
  way.deliver();
  const listening = new Promise<void>((resolve) => {
    bus.onGap(resolve);
  });
  let elapsed = 0;
  let isAgain = false;
  while (!isAgain && elapsed < 30_000) {
    // While it connects, nothing waits for the clock.
    if (clock.waiting > 0) {
      await clock.advance(500);
      elapsed += 500;
    }
    isAgain = await Promise.race([
      listening.then(() => true),
      new Promise<boolean>((resolve) => setTimeout(() => resolve(false), 20)),
    ]);
  }
  expect(elapsed).toBeLessThan(30_000);
  await say(2);
  await eventually('the second announcement', () => (heard.length === 2 ? true : undefined));
  await bus.close();
  await pool.end();
  await way.close();
  await database.drop();
});
