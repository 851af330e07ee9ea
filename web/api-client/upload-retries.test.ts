import { expect, test } from 'vitest';
import { isFinal, isOutage, isOver, pauseOf, RETRY_MILLISECONDS } from './upload-retries.ts';

test.each([0, 408, 500, 502, 503, 504])('%i is an outage, which passes', (status) => {
  expect([isOutage(status), isFinal(status)]).toEqual([true, false]);
});

test.each([401, 409, 423, 429])('%i is temporary', (status) => {
  expect([isOutage(status), isFinal(status)]).toEqual([false, false]);
});

test.each([200, 204, 400, 404, 413, 415, 422, 501])('%i is final and ends the upload', (status) => {
  expect([isOutage(status), isFinal(status), isOver(status)]).toEqual([false, true, true]);
});

test.each([403, 507])('%i is final, but the upload can continue later', (status) => {
  expect([isFinal(status), isOver(status)]).toEqual([true, false]);
});

test('waits for as long as the service asks', () => {
  expect(pauseOf(0, null)).toBe(500);
  expect(pauseOf(0, '90')).toBe(90_000);
  expect(pauseOf(8, '1')).toBe(30_000);
  expect(pauseOf(0, 'Wed, 21 Oct 2026 07:28:00 GMT')).toBe(500);
  expect(pauseOf(RETRY_MILLISECONDS.length, '1')).toBeUndefined();
});

test('retries for more than half an hour, starting soon', () => {
  const total = RETRY_MILLISECONDS.reduce((sum, pause) => sum + pause, 0);
  expect(total).toBeGreaterThan(30 * 60_000);
  expect(RETRY_MILLISECONDS[0]).toBeLessThan(1_000);
  expect(RETRY_MILLISECONDS).toEqual([...RETRY_MILLISECONDS].sort((a, b) => a - b));
});
