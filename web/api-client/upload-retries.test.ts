import { expect, test } from 'vitest';
import { isFinal, isOutage, RETRY_MILLISECONDS } from './upload-retries.ts';

test.each([0, 408, 500, 502, 503, 504])('%i is an outage, which passes', (status) => {
  expect([isOutage(status), isFinal(status)]).toEqual([true, false]);
});

test.each([409, 423])('%i is no outage, and passes', (status) => {
  expect([isOutage(status), isFinal(status)]).toEqual([false, false]);
});

test.each([200, 204, 400, 401, 404, 413, 415, 422, 429, 501, 507])('%i is final', (status) => {
  expect([isOutage(status), isFinal(status)]).toEqual([false, true]);
});

test('retries for more than half an hour, starting soon', () => {
  const total = RETRY_MILLISECONDS.reduce((sum, pause) => sum + pause, 0);
  expect(total).toBeGreaterThan(30 * 60_000);
  expect(RETRY_MILLISECONDS[0]).toBeLessThan(1_000);
  expect(RETRY_MILLISECONDS).toEqual([...RETRY_MILLISECONDS].sort((a, b) => a - b));
});
