import type { Clock } from '../platform/clock.ts';

/** Counts only the time in which the reader waits for the child: a slow reader is not the file's fault. */
export function createWaitLimit(
  clock: Clock,
  limits: { readonly maximumWaitSeconds: number; readonly maximumStallSeconds: number },
  onTimeout: () => void,
): { start(): void; stop(): void } {
  let waitedMilliseconds = 0;
  let startedAt = 0;
  let cancel: (() => void) | undefined;
  return {
    start() {
      startedAt = clock.monotonic();
      const left = limits.maximumWaitSeconds * 1000 - waitedMilliseconds;
      cancel = clock.after(Math.max(0, Math.min(left, limits.maximumStallSeconds * 1000)), onTimeout);
    },
    stop() {
      if (cancel === undefined) return;
      waitedMilliseconds += clock.monotonic() - startedAt;
      cancel();
      cancel = undefined;
    },
  };
}
