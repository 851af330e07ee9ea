import { expect, test, vi } from 'vitest';
import { ManualClock } from '../testing/manual-clock.ts';
import { createWaitLimit } from './wait-limit.ts';

const SECOND = 1000;

test('a wait for one piece ends after the stall limit, and one that was stopped never does', async () => {
  const clock = new ManualClock();
  const onTimeout = vi.fn();
  const limit = createWaitLimit(clock, { maximumWaitSeconds: 100, maximumStallSeconds: 10 }, onTimeout);
  limit.start();
  await clock.advance(9 * SECOND);
  limit.stop();
  await clock.advance(60 * SECOND);
  expect(onTimeout).not.toHaveBeenCalled();
  limit.start();
  await clock.advance(10 * SECOND);
  expect(onTimeout).toHaveBeenCalledOnce();
});

test('pieces that keep coming end at the limit of the whole, which does not count the time of the reader', async () => {
  const clock = new ManualClock();
  const onTimeout = vi.fn();
  const limit = createWaitLimit(clock, { maximumWaitSeconds: 25, maximumStallSeconds: 10 }, onTimeout);
  for (let piece = 0; piece < 3; piece += 1) {
    limit.start();
    await clock.advance(8 * SECOND);
    limit.stop();
    await clock.advance(3600 * SECOND);
  }
  expect(onTimeout).not.toHaveBeenCalled();
  limit.start();
  await clock.advance(1 * SECOND);
  expect(onTimeout).toHaveBeenCalledOnce();
});
