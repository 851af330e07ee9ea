import type { Clock } from '../clock.ts';

/** A refusal that is sent at once invites the next call at once. */
const LEAST_MILLISECONDS = 1_000;
/** Writing a refusal takes the event loop's time: an account gets at most 25 a second. */
const APART_MILLISECONDS = 40;
/** Beyond this many of an account, refusals are sent at once: each one that is held takes memory. */
const MOST_HELD = 500;

interface Pace {
  held: number;
  /** When the newest is sent, in the time of the clock's `monotonic`. */
  lastAt: number;
}

/**
 * Holds refusals back, each for a second at least, and those of one account apart from each other: the more calls an account
 * makes while it is refused, the longer each waits.
 */
export class PacedRefusals {
  readonly #paces = new Map<number, Pace>();
  readonly #clock: Clock;
  /** How to send each one now. */
  readonly #held = new Set<() => void>();
  #isStopping = false;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  hold(account: number, refuse: () => void): void {
    const now = this.#clock.monotonic();
    const pace = this.#paces.get(account) ?? { held: 0, lastAt: 0 };
    if (this.#isStopping || pace.held >= MOST_HELD) {
      refuse();
      return;
    }
    this.#paces.set(account, pace);
    pace.held += 1;
    pace.lastAt = Math.max(now + LEAST_MILLISECONDS, pace.lastAt + APART_MILLISECONDS);
    const send = (): void => {
      cancel();
      this.#held.delete(send);
      pace.held -= 1;
      if (pace.held === 0) this.#paces.delete(account);
      refuse();
    };
    const cancel = this.#clock.after(pace.lastAt - now, send);
    this.#held.add(send);
  }

  /** Sends all of them now, and those to come at once: a process that stops does not wait for them. */
  stop(): void {
    this.#isStopping = true;
    for (const send of this.#held) send();
  }
}
