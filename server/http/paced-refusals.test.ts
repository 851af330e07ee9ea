import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { PacedRefusals } from './paced-refusals.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function holdMany(refusals: PacedRefusals, account: number, times: number): () => number {
  let sent = 0;
  for (let call = 0; call < times; call += 1) refusals.hold(account, () => (sent += 1));
  return () => sent;
}

test('holds a refusal for a second, and sends an account at most 25 a second', () => {
  const refusals = new PacedRefusals();
  const sent = holdMany(refusals, 1, 100);
  vi.advanceTimersByTime(999);
  expect(sent()).toBe(0);
  vi.advanceTimersByTime(1_001);
  expect(sent()).toBeGreaterThanOrEqual(25);
  expect(sent()).toBeLessThanOrEqual(26);
  vi.advanceTimersByTime(3_000);
  expect(sent()).toBe(100);
});

test('does not make an account wait for the refusals of another', () => {
  const refusals = new PacedRefusals();
  holdMany(refusals, 1, 100);
  const sent = holdMany(refusals, 2, 1);
  vi.advanceTimersByTime(1_001);
  expect(sent()).toBe(1);
});

test('holds at most 500 of an account', () => {
  const sent = holdMany(new PacedRefusals(), 1, 510);
  expect(sent()).toBe(10);
});

test('sends all at once when the process stops, each once', () => {
  const refusals = new PacedRefusals();
  const sent = holdMany(refusals, 1, 10);
  refusals.stop();
  expect(sent()).toBe(10);
  vi.advanceTimersByTime(60_000);
  expect(sent()).toBe(10);
  expect(holdMany(refusals, 1, 3)()).toBe(3);
});
