import { expect, test } from 'vitest';
import { ManualClock } from '#server/testing/manual-clock.ts';
import { DownloadPace } from './download-progress.ts';

test('estimates from recently received bytes, not from those of an earlier download', async () => {
  const clock = new ManualClock();
  const pace = new DownloadPace(clock);
  expect(pace.estimateSecondsLeft(900, 2000)).toBeUndefined();
  await clock.advance(1000);
  expect(pace.estimateSecondsLeft(1000, 2000)).toBe(10);
  await clock.advance(59_000);
  expect(pace.estimateSecondsLeft(1000, 2000)).toBeUndefined();
  await clock.advance(1000);
  expect(pace.estimateSecondsLeft(1500, 2000)).toBe(1);
});
