import { expect, test } from 'vitest';
import { ManualClock } from '#server/testing/manual-clock.ts';
import { onLauncherGone } from './on-launcher-gone.ts';

test('calls back once when the parent has ended', async () => {
  const clock = new ManualClock();
  let parent = 10;
  let calls = 0;
  onLauncherGone(() => (calls += 1), { clock, parentId: () => parent });
  await clock.advance(5_000);
  expect(calls).toBe(0);
  parent = 1;
  await clock.advance(5_000);
  expect(calls).toBe(1);
});
