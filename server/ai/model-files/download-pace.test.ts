import { expect, test } from 'vitest';
import { DownloadPace } from './download-progress.ts';

test('estimates from what came lately, not from what was there before', () => {
  let now = 0;
  const pace = new DownloadPace(() => now);
  expect(pace.estimateSecondsLeft(900, 2000)).toBeUndefined();
  now = 1000;
  expect(pace.estimateSecondsLeft(1000, 2000)).toBe(10);
  now = 60_000;
  expect(pace.estimateSecondsLeft(1000, 2000)).toBeUndefined();
  now = 61_000;
  expect(pace.estimateSecondsLeft(1500, 2000)).toBe(1);
});
