import { expect, test, vi } from 'vitest';
import { createPlayback, nextSpeed } from './playback.ts';

test('a player that comes is moved, and tells where it stands', () => {
  const playback = createPlayback(12);
  const listener = vi.fn<() => void>();
  playback.subscribe(listener);
  const seek = vi.fn<(second: number) => void>();
  const leave = playback.attach({ seek, togglePlay: vi.fn<() => void>(), changeSpeed: vi.fn<() => void>() });
  playback.skip(-20);
  expect(seek).toHaveBeenCalledWith(0);
  playback.report(7);
  expect([playback.getSecond(), listener.mock.calls.length]).toEqual([7, 2]);
  leave();
  playback.seek(30);
  expect(seek).toHaveBeenCalledTimes(1);
  expect(playback.getSecond()).toBe(30);
});

test.each([
  [1, 1, 1.25],
  [1, -1, 0.75],
  [2, 1, 2],
  [0.5, -1, 0.5],
] as const)('from %s by %s the speed is %s', (speed, step, next) => {
  expect(nextSpeed(speed, step)).toBe(next);
});
