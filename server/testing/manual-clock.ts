import type { Clock } from '../platform/clock.ts';

interface Alarm {
  /** In the time of `monotonic`. */
  at: number;
  readonly everyMilliseconds: number | undefined;
  readonly run: () => void;
}

/** A clock that moves only when a test advances it. */
export class ManualClock implements Clock {
  readonly #alarms = new Set<Alarm>();
  readonly #watchers = new Set<() => void>();
  #elapsed = 0;
  readonly #began: number;

  constructor(began: Date | string = '2026-03-02T09:00:00Z') {
    this.#began = new Date(began).getTime();
  }

  now(): Date {
    return new Date(this.#began + this.#elapsed);
  }

  monotonic(): number {
    return this.#elapsed;
  }

  sleep(milliseconds: number, { signal }: { readonly signal?: AbortSignal | undefined } = {}): Promise<void> {
    return new Promise((resolve, reject) => {
      const stop = (): void => {
        cancel();
        reject(signal?.reason as Error);
      };
      const cancel = this.after(milliseconds, () => {
        signal?.removeEventListener('abort', stop);
        resolve();
      });
      if (signal?.aborted === true) stop();
      else signal?.addEventListener('abort', stop, { once: true });
    });
  }

  after(milliseconds: number, run: () => void): () => void {
    return this.#set({ at: this.#elapsed + milliseconds, everyMilliseconds: undefined, run });
  }

  every(milliseconds: number, run: () => void): () => void {
    return this.#set({ at: this.#elapsed + milliseconds, everyMilliseconds: milliseconds, run });
  }

  timeoutSignal(milliseconds: number): AbortSignal {
    const controller = new AbortController();
    this.after(milliseconds, () => controller.abort(new DOMException('The time is over.', 'TimeoutError')));
    return controller.signal;
  }

  /** How many sleeps, timers and limits wait for this clock. */
  get waiting(): number {
    return this.#alarms.size;
  }

  /** Resolves when at least so many wait, so that a test can advance the clock without racing the code. */
  async untilWaiting(count = 1): Promise<void> {
    while (this.#alarms.size < count) {
      await new Promise<void>((resolve) => {
        this.#watchers.add(resolve);
      });
    }
  }

  /** Moves the time on and runs what becomes due, in order, with what each sets in motion in between. */
  async advance(milliseconds: number): Promise<void> {
    const end = this.#elapsed + milliseconds;
    for (;;) {
      const [next] = [...this.#alarms].filter(({ at }) => at <= end).sort((a, b) => a.at - b.at);
      if (next === undefined) break;
      this.#elapsed = Math.max(this.#elapsed, next.at);
      if (next.everyMilliseconds === undefined) this.#alarms.delete(next);
      else next.at += next.everyMilliseconds;
      next.run();
      await new Promise((resolve) => setImmediate(resolve));
    }
    this.#elapsed = end;
  }

  #set(alarm: Alarm): () => void {
    this.#alarms.add(alarm);
    for (const notice of this.#watchers) notice();
    this.#watchers.clear();
    return () => {
      this.#alarms.delete(alarm);
    };
  }
}
