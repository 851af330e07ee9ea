import { beforeEach, expect, test } from 'vitest';
import { ManualClock } from '#server/testing/manual-clock.ts';
import { PacedRefusals } from './paced-refusals.ts';

let clock: ManualClock;
beforeEach(() => {
  clock = new ManualClock();
});

function holdMany(refusals: PacedRefusals, account: number, times: number): () => number {
  let sent = 0;
  for (let call = 0; call < times; call += 1) refusals.hold(account, () => (sent += 1));
  return () => sent;
}

test('holds a refusal for a second, and sends an account at most 25 a second', async () => {
  const refusals = new PacedRefusals(clock);
  const sent = holdMany(refusals, 1, 100);
  await clock.advance(999);
  expect(sent()).toBe(0);
  await clock.advance(1_001);
  expect(sent()).toBeGreaterThanOrEqual(25);
  expect(sent()).toBeLessThanOrEqual(26);
  await clock.advance(3_000);
  expect(sent()).toBe(100);
});

test('does not make an account wait for the refusals of another', async () => {
  const refusals = new PacedRefusals(clock);
  holdMany(refusals, 1, 100);
  const sent = holdMany(refusals, 2, 1);
  await clock.advance(1_001);
  expect(sent()).toBe(1);
});

test('holds at most 500 of an account', () => {
  const sent = holdMany(new PacedRefusals(clock), 1, 510);
  expect(sent()).toBe(10);
});

test('sends all at once when the process stops, each once', async () => {
  const refusals = new PacedRefusals(clock);
  const sent = holdMany(refusals, 1, 10);
  refusals.stop();
  expect(sent()).toBe(10);
  await clock.advance(60_000);
  expect(sent()).toBe(10);
  expect(holdMany(refusals, 1, 3)()).toBe(3);
});
