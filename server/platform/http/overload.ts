import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { Dependencies } from '#server/dependencies.ts';
import { ProblemError } from '../problem-error.ts';
import { retryAfterSeconds } from './account-limits.ts';
import type { Application } from './application.ts';

const WINDOW_MILLISECONDS = 500;
const RESOLUTION_MILLISECONDS = 10;
/** One late window may be a single slow step; two in a row are overload. */
const LATE_WINDOWS = 2;

/** Measures how late the event loop ran. */
export interface DelayMeter {
  /** In milliseconds, since the last call. */
  read(): number;
  close(): void;
}

/**
 * Refuses requests with 503 and `Retry-After`, before any work on them, while the event loop runs late: serving some well is better
 * than serving all badly. Overload begins after two late windows in a row and ends once a window is below half the limit, so that
 * it does not flap.
 */
export function shedLoad(
  app: Application,
  { clock, config, metrics, log }: Dependencies,
  measure: () => DelayMeter = measureEventLoop,
): void {
  const limit = config.operations.limits.overloadDelayMilliseconds;
  if (limit === 0) return;
  const meter = measure();
  let lateWindows = 0;
  let isOverloaded = false;
  const stop = clock.every(WINDOW_MILLISECONDS, () => {
    const delay = meter.read();
    lateWindows = delay >= limit ? lateWindows + 1 : 0;
    if (!isOverloaded && lateWindows >= LATE_WINDOWS) {
      isOverloaded = true;
      log.warn({}, 'The process is overloaded; new requests are refused.');
    } else if (isOverloaded && delay < limit / 2) {
      isOverloaded = false;
      log.info({}, 'The process is no longer overloaded.');
    }
  });
  app.addHook('onClose', () => {
    stop();
    meter.close();
    return Promise.resolve();
  });
  app.addHook('onRequest', ({ routeOptions: { config: route } }, _reply, done) => {
    if (!isOverloaded || route.isNeverShed === true || route.continues === true) {
      done();
      return;
    }
    metrics.requestShed('overload');
    done(new ProblemError('very_busy', { retryAfterSeconds: retryAfterSeconds() }));
  });
}

/**
 * Measures the expected delay of a request at a random moment. The mean would hide one long stop among many short turns, but most
 * requests arrive during the long stop. The histogram contains the times between its samples, which are one resolution apart in an
 * idle process.
 */
function measureEventLoop(): DelayMeter {
  const delays = monitorEventLoopDelay({ resolution: RESOLUTION_MILLISECONDS });
  delays.enable();
  return {
    read: () => {
      const [mean, deviation] = [delays.mean / 1e6, delays.stddev / 1e6];
      const delay = delays.count === 0 ? 0 : (mean ** 2 + deviation ** 2) / mean - RESOLUTION_MILLISECONDS;
      delays.reset();
      return delay;
    },
    close: () => {
      delays.disable();
    },
  };
}
