import { expect, test } from 'vitest';
import { ManualClock } from './manual-clock.ts';

test('does not move until it is advanced, and runs what is due in order', async () => {
  const clock = new ManualClock('2026-01-01T00:00:00Z');
  const ran: string[] = [];
  clock.after(20, () => ran.push(`once at ${clock.monotonic()}`));
  const stop = clock.every(15, () => ran.push(`again at ${clock.monotonic()}`));
  const slept = clock.sleep(40).then(() => ran.push('slept'));
  const limit = clock.timeoutSignal(50);

  await clock.advance(30);
  expect(ran).toEqual(['again at 15', 'once at 20', 'again at 30']);
  expect(limit.aborted).toBe(false);
  stop();
  await clock.advance(20);
  await slept;
  expect(ran.slice(3)).toEqual(['slept']);
  expect(limit.reason).toMatchObject({ name: 'TimeoutError' });
  expect(clock.now()).toEqual(new Date('2026-01-01T00:00:00.050Z'));
  expect(clock.waiting).toBe(0);
});

test('an aborted sleep rejects with the reason and waits no longer', async () => {
  const clock = new ManualClock();
  const controller = new AbortController();
  const slept = clock.sleep(1000, { signal: controller.signal });
  await clock.untilWaiting();
  controller.abort(new Error('not needed any more'));
  await expect(slept).rejects.toThrow('not needed any more');
  expect(clock.waiting).toBe(0);
});
