import { expect, test, vi } from 'vitest';
import { createPlayback, nextSpeed } from './playback.ts';

const makeControls = () => ({
  seek: vi.fn<(second: number) => void>(),
  togglePlay: vi.fn<() => void>(),
  play: vi.fn<() => void>(),
  pause: vi.fn<() => void>(),
  changeSpeed: vi.fn<() => void>(),
});

test('moves a player that registers, and reports its position', () => {
  const playback = createPlayback(12);
  const listener = vi.fn<() => void>();
  playback.subscribe(listener);
  const controls = makeControls();
  const { seek } = controls;
  const leave = playback.attach(controls);
  playback.skip(-20);
  expect(seek).toHaveBeenCalledWith(0);
  playback.report(7);
  expect([playback.getSecond(), listener.mock.calls.length]).toEqual([7, 2]);
  leave();
  playback.seek(30);
  expect(seek).toHaveBeenCalledTimes(1);
  expect(playback.getSecond()).toBe(30);
});

test('plays a part and stops at its end', () => {
  const playback = createPlayback(0);
  const controls = makeControls();
  playback.attach(controls);
  playback.playPart(3, 5);
  expect(controls.seek).toHaveBeenCalledWith(3);
  expect(controls.play).toHaveBeenCalledTimes(1);
  playback.report(4.9);
  expect(controls.pause).not.toHaveBeenCalled();
  playback.report(5.1);
  playback.report(6);
  expect(controls.pause).toHaveBeenCalledTimes(1);
});

test('does not stop at the end of a part that was left', () => {
  const playback = createPlayback(0);
  const controls = makeControls();
  playback.attach(controls);
  playback.playPart(3, 5);
  playback.seek(20);
  playback.report(21);
  expect(controls.pause).not.toHaveBeenCalled();
});

test.each([
  [1, 1, 1.25],
  [1, -1, 0.75],
  [2, 1, 2],
  [0.5, -1, 0.5],
] as const)('from %s by %s the speed is %s', (speed, step, next) => {
  expect(nextSpeed(speed, step)).toBe(next);
});
