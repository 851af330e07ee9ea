import { expect, test } from 'vitest';
import { estimateSecondsLeft } from './time-left.ts';

test('counts from what was seen first, not from zero', () => {
  expect(
    estimateSecondsLeft({ percent: 40, atMilliseconds: 0 }, { percent: 60, atMilliseconds: 20_000 }),
  ).toBe(40);
});

test.each([
  [0, 1],
  [1, 10],
  [100, 1],
])('%s ms and %s percent are too little to tell', (atMilliseconds, percent) => {
  expect(estimateSecondsLeft({ percent: 0, atMilliseconds: 0 }, { percent, atMilliseconds })).toBeUndefined();
});
