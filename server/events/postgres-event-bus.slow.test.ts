import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { systemClock } from '../clock.ts';
import { createTestDatabase } from '../testing/database.ts';
import { WayToDatabase } from '../testing/way-to-database.ts';
import { PostgresEventBus } from './postgres-event-bus.ts';

test('while the database is away there is one attempt after another, never several at once, and one connection then', async () => {
  const database = await createTestDatabase({ migrate: () => Promise.resolve(), templateName: 'empty' });
  const way = await WayToDatabase.open(database.connectionString);
  const warnings: string[] = [];
  const ignore = () => undefined;
  const log = {
    debug: ignore,
    info: ignore,
    error: ignore,
    warn: (_details: object, message: string) => warnings.push(message),
  };
  const bus = await PostgresEventBus.connect(way.url, log, systemClock);
  let gaps = 0;
  const listening = new Promise<void>((resolve) => {
    bus.onGap(() => {
      gaps += 1;
      resolve();
    });
  });

  await way.close();
  // Seven attempts, had each failure begun a second row of them: a hundred.
  await sleep(3_500);
  const attempts = warnings.filter((message) => message.includes('cannot be made')).length;
  await way.listen();
  await listening;
  await sleep(1_500);

  expect(attempts).toBeGreaterThan(1);
  expect(attempts).toBeLessThan(9);
  expect(gaps).toBe(1);
  await bus.close();
  await way.close();
  await database.drop();
});
