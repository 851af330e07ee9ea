import { systemClock, type Clock } from '../clock.ts';
import type { StartupLog } from './startup-log.ts';

/**
 * npm forwards a Ctrl-C to a program that already got it from the terminal, so one key press arrives as two signals.
 * A signal this soon after the first counts as the same key press.
 */
const sameKeyPressMs = 500;

/**
 * Makes the first SIGINT, SIGTERM or SIGHUP call `stop`, and a second one `hurry`.
 * Returns a function that takes the handlers away again.
 */
export function stopOnSignals(options: {
  stop: (signal: NodeJS.Signals) => void;
  hurry: () => void;
  log: StartupLog;
  clock?: Clock;
  /** What the signals arrive at. Default: this process. */
  source?: NodeJS.EventEmitter;
}): () => void {
  const { stop, hurry, log, clock = systemClock, source = process } = options;
  let firstAtMs: number | undefined;
  let hurried = false;
  const handle = (signal: NodeJS.Signals): void => {
    if (firstAtMs === undefined) {
      firstAtMs = clock.monotonic();
      log.info('Stopping. Press Ctrl-C again to hurry');
      stop(signal);
      return;
    }
    if (hurried || clock.monotonic() - firstAtMs < sameKeyPressMs) return;
    hurried = true;
    log.warn(
      'Stopping in a hurry: requests and jobs under way are cut off, and jobs are done again next time',
    );
    hurry();
  };
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  for (const signal of signals) source.on(signal, handle);
  return () => {
    for (const signal of signals) source.off(signal, handle);
  };
}
