import { expect, test } from 'vitest';
import { ApiError, UnreachableError } from '../api-client/api-error.ts';
import { isWorthARetry, retryDelayMilliseconds } from './query-client.ts';

const answer = (status: number, retryAfterSeconds?: number): ApiError =>
  new ApiError({ status, statusText: '', body: undefined, retryAfterSeconds });

const cases: readonly (readonly [string, Error, boolean])[] = [
  ['no answer', new UnreachableError('gone'), true],
  ['a server that broke', answer(500), true],
  ['a server that is busy for 5 seconds', answer(503, 5), true],
  ['too many calls for 2 seconds', answer(429, 2), true],
  ['too many calls for a minute', answer(429, 60), false],
  ['too many calls, who knows how long', answer(429), false],
  ['a server that is away for an hour', answer(503, 3600), false],
  ['what is not there', answer(404), false],
];

test.each(cases)('after %s: read again %s', (_, error, again) => {
  expect(isWorthARetry(0, error)).toBe(again);
  expect(isWorthARetry(2, error)).toBe(false);
});

test('waits as long as it was asked to, and longer each time', () => {
  expect(retryDelayMilliseconds(0, answer(503, 5))).toBe(5_000);
  expect(retryDelayMilliseconds(1, answer(500))).toBeGreaterThan(retryDelayMilliseconds(0, answer(500)));
});
