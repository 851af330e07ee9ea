import { monitorEventLoopDelay } from 'node:perf_hooks';

const WINDOW_MILLISECONDS = 500;
const RESOLUTION_MILLISECONDS = 10;
/** One late window may be a single slow step; two are a load. */
const LATE_WINDOWS = 2;

/**
 * Judges by one figure a window whether a process is overloaded: it is after two late windows in a row, and no more
 * once a window is below half the limit, so that the judgement does not flutter.
 */
export class OverloadJudge {
  readonly #limitMilliseconds: number;
  #lateWindows = 0;
  #isOverloaded = false;

  constructor(limitMilliseconds: number) {
    this.#limitMilliseconds = limitMilliseconds;
  }

  get isOverloaded(): boolean {
    return this.#isOverloaded;
  }

  /** @param delayMilliseconds how late the event loop ran in the window that ends now. */
  judge(delayMilliseconds: number): void {
    if (delayMilliseconds >= this.#limitMilliseconds) {
      this.#lateWindows += 1;
      if (this.#lateWindows >= LATE_WINDOWS) this.#isOverloaded = true;
      return;
    }
    this.#lateWindows = 0;
    if (delayMilliseconds < this.#limitMilliseconds / 2) this.#isOverloaded = false;
  }
}

/**
 * The delay that whatever comes at a random moment falls into, in milliseconds. The mean of the delays would hide one
 * long stop among many short turns, and it is in the long stop that requests come. The histogram holds the time between
 * two of its samples, which are a resolution apart in an idle process.
 */
const delayMet = (mean: number, deviation: number): number =>
  (mean ** 2 + deviation ** 2) / mean - RESOLUTION_MILLISECONDS;

export interface OverloadWatch {
  readonly isOverloaded: boolean;
  close(): void;
}

/**
 * Watches how late the event loop runs in each window.
 * @param limitMilliseconds 0 watches nothing.
 */
export function watchOverload(
  limitMilliseconds: number,
  onChange: (isOverloaded: boolean) => void,
): OverloadWatch {
  if (limitMilliseconds === 0) return { isOverloaded: false, close: () => undefined };
  const judge = new OverloadJudge(limitMilliseconds);
  const delays = monitorEventLoopDelay({ resolution: RESOLUTION_MILLISECONDS });
  delays.enable();
  const timer = setInterval(() => {
    const before = judge.isOverloaded;
    judge.judge(delays.count === 0 ? 0 : delayMet(delays.mean / 1e6, delays.stddev / 1e6));
    delays.reset();
    if (judge.isOverloaded !== before) onChange(judge.isOverloaded);
  }, WINDOW_MILLISECONDS).unref();
  return {
    get isOverloaded() {
      return judge.isOverloaded;
    },
    close: () => {
      clearInterval(timer);
      delays.disable();
    },
  };
}
