import { expect, test } from 'vitest';
import { TokenBuckets } from './token-buckets.ts';

function bucketsAt(start: number) {
  const clock = { now: start };
  return {
    clock,
    buckets: new TokenBuckets({ perSecond: 10, most: 30, clock: { monotonic: () => clock.now } }),
  };
}

test('allows a burst, then the rate', () => {
  const { clock, buckets } = bucketsAt(0);
  for (let call = 0; call < 30; call += 1) expect(buckets.take(1, 1)).toBe(0);
  expect(buckets.take(1, 1)).toBeCloseTo(0.1);
  clock.now += 100;
  expect(buckets.take(1, 1)).toBe(0);
  expect(buckets.take(1, 1)).toBeGreaterThan(0);
});

const callFor = (seconds: number, callsPerSecond: number): number => {
  const { clock, buckets } = bucketsAt(0);
  expect(buckets.take(1, 30)).toBe(0);
  let passed = 0;
  for (let call = 0; call < seconds * callsPerSecond; call += 1) {
    clock.now += 1_000 / callsPerSecond;
    if (buckets.take(1, 1) === 0) passed += 1;
  }
  return passed / seconds;
};

test('lets the whole rate through to a client that keeps to it, and less to one that calls on while it is refused', () => {
  expect(callFor(60, 9)).toBeCloseTo(9, 1);
  const slightlyTooOften = callFor(60, 12);
  expect(slightlyTooOften).toBeGreaterThan(7);
  expect(slightlyTooOften).toBeLessThan(9);
  for (const callsPerSecond of [40, 1_000]) {
    const passed = callFor(60, callsPerSecond);
    expect(passed).toBeGreaterThan(0.8);
    expect(passed).toBeLessThan(1.5);
  }
});

test('gives the whole rate back to a client that has stopped calling on', () => {
  const { clock, buckets } = bucketsAt(0);
  expect(buckets.take(1, 30)).toBe(0);
  for (let call = 0; call < 5_000; call += 1) {
    clock.now += 1;
    buckets.take(1, 1);
  }
  clock.now += 3_000;
  expect(buckets.take(1, 30)).toBe(0);
});

test('counts each key separately', () => {
  const { buckets } = bucketsAt(0);
  expect(buckets.take(1, 30)).toBe(0);
  expect(buckets.take(1, 1)).toBeGreaterThan(0);
  expect(buckets.take(2, 1)).toBe(0);
});

test('lets a call that costs more than a whole bucket through when the bucket is full', () => {
  const { clock, buckets } = bucketsAt(0);
  expect(buckets.take(1, 500)).toBe(0);
  expect(buckets.take(1, 500)).toBeCloseTo(3);
  clock.now += 3_000;
  expect(buckets.take(1, 500)).toBe(0);
});

test('does not keep a bucket for every account that ever called', () => {
  const { clock, buckets } = bucketsAt(0);
  for (let key = 0; key < 10_000; key += 1) buckets.take(key, 30);
  clock.now += 10_000;
  for (let key = 20_000; key < 20_010; key += 1) expect(buckets.take(key, 30)).toBe(0);
  expect(buckets.take(1, 30)).toBe(0);
});
