import { setTimeout as sleepFor } from 'node:timers/promises';

/**
 * The time, as everything that waits or measures is given it. Tests give a clock that they move by hand
 * (`server/testing/manual-clock.ts`), so no test waits for real time. All lengths are milliseconds.
 * Timers of the system's clock keep no process alive, except `sleep`.
 */
export interface Clock {
  /** The date. It may jump when someone sets the computer's clock: measure with `monotonic`. */
  now(): Date;
  /** Time since some fixed moment; never goes back. */
  monotonic(): number;
  /** Rejects with the signal's reason when it is aborted. */
  sleep(milliseconds: number, options?: { readonly signal?: AbortSignal | undefined }): Promise<void>;
  /** Calls `run` once; the answer cancels it. */
  after(milliseconds: number, run: () => void): () => void;
  /** Calls `run` repeatedly until the returned function is called. */
  every(milliseconds: number, run: () => void): () => void;
  /** Aborted with a `TimeoutError` when the time is over, as `AbortSignal.timeout` is. */
  timeoutSignal(milliseconds: number): AbortSignal;
}

export const systemClock: Clock = {
  now: () => new Date(),
  monotonic: () => performance.now(),
  sleep: async (milliseconds, { signal } = {}) => {
    await sleepFor(milliseconds, undefined, { signal }).catch((error: unknown) => {
      throw signal?.aborted === true ? signal.reason : error;
    });
  },
  after: (milliseconds, run) => {
    const timer = setTimeout(run, milliseconds).unref();
    return () => clearTimeout(timer);
  },
  every: (milliseconds, run) => {
    const timer = setInterval(run, milliseconds).unref();
    return () => clearInterval(timer);
  },
  timeoutSignal: (milliseconds) => AbortSignal.timeout(milliseconds),
};
