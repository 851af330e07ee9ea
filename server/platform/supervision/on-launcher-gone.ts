import { systemClock, type Clock } from '../clock.ts';

const LOOK_MILLISECONDS = 1_000;

/**
 * Calls back once when npm, which `npm start` runs above this process, has ended: a SIGKILL of npm reaches no process below. The scripts
 * `start` and `demo` begin with `exec`, because a shell between the two would keep npm's SIGTERM to itself and hide its end.
 */
export function onLauncherGone(
  callback: () => void,
  {
    clock = systemClock,
    parentId = () => process.ppid,
  }: { readonly clock?: Clock; readonly parentId?: () => number } = {},
): void {
  const parent = parentId();
  const stop = clock.every(LOOK_MILLISECONDS, () => {
    if (parentId() === parent) return;
    stop();
    callback();
  });
}
