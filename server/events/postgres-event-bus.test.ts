import { expect, test } from 'vitest';
import { createTestDatabase } from '../testing/database.ts';
import { eventually } from '../testing/eventually.ts';
import { ManualClock } from '../testing/manual-clock.ts';
import { WayToDatabase } from '../testing/way-to-database.ts';
import { PostgresEventBus } from './postgres-event-bus.ts';

test('while the database is away there is one attempt after another, never several at once, and one connection then', async () => {
  const clock = new ManualClock();
  const database = await createTestDatabase({ migrate: () => Promise.resolve(), templateName: 'empty' });
  const way = await WayToDatabase.open(database.connectionString);
  let attempts = 0;
  const ignore = () => undefined;
  const log = {
    debug: ignore,
    info: ignore,
    error: ignore,
    warn: (_details: object, message: string) => {
      if (message.includes('cannot be made')) attempts += 1;
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
  expect(clock.waiting).toBe(0);
  expect(gaps).toBe(1);
  await bus.close();
  await way.close();
  await database.drop();
});
