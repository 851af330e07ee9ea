import { expect, test } from 'vitest';
import { TokenBuckets } from './token-buckets.ts';

function bucketsAt(start: number) {
  const clock = { now: start };
  return { clock, buckets: new TokenBuckets({ perSecond: 10, most: 30, now: () => clock.now }) };
}

test('allows a burst, then the rate', () => {
  const { clock, buckets } = bucketsAt(0);
  for (let call = 0; call < 30; call += 1) expect(buckets.take(1, 1)).toBe(0);
  expect(buckets.take(1, 1)).toBeCloseTo(0.1);
  clock.now += 100;
  expect(buckets.take(1, 1)).toBe(0);
  expect(buckets.take(1, 1)).toBeGreaterThan(0);
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
