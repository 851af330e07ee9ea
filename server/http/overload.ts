import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { Dependencies } from '../dependencies.ts';
import { ProblemError } from '../problem-error.ts';
import { retryAfterSeconds } from './account-limits.ts';
import type { Application } from './application.ts';

const WINDOW_MILLISECONDS = 500;
const RESOLUTION_MILLISECONDS = 10;
/** One late window may be a single slow step; two are a load. */
const LATE_WINDOWS = 2;

/** Measures how late the event loop ran. */
export interface DelayMeter {
  /** In milliseconds, since the last call. */
  read(): number;
  close(): void;
}

/**
 * Turns requests away with 503 and `Retry-After`, before anything is done for them, while the event loop runs late: serving
 * some well is better than serving all badly. The process is overloaded after two late windows in a row, and no more once
 * a window is below half the limit, so that the judgement does not flutter.
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
      log.warn({}, 'The process is overloaded; new requests are turned away.');
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
 * Measures the delay that a request at a random moment meets. The mean of the delays would hide one long stop among many
 * short turns, and it is in the long stop that requests arrive. The histogram holds the time between two of its samples,
 * which are a resolution apart in an idle process.
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
