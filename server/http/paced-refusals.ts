/** A refusal that is sent at once invites the next call at once. */
const LEAST_MILLISECONDS = 1_000;
/** Writing a refusal takes the event loop's time: an account gets at most 25 a second. */
const APART_MILLISECONDS = 40;
/** Beyond this many of an account, refusals are sent at once: each one that is held takes memory. */
const MOST_HELD = 500;

interface Pace {
  held: number;
  /** When the newest is sent, in the time of `performance.now()`. */
  lastAt: number;
}

/**
 * Holds refusals back, each for a second at least, and those of one account apart from each other: the more calls an account
 * makes while it is refused, the longer each waits.
 */
export class PacedRefusals {
  readonly #paces = new Map<number, Pace>();
  readonly #held = new Map<NodeJS.Timeout, () => void>();
  #isStopping = false;

  hold(account: number, refuse: () => void): void {
    const now = performance.now();
    const pace = this.#paces.get(account) ?? { held: 0, lastAt: 0 };
    if (this.#isStopping || pace.held >= MOST_HELD) {
      refuse();
      return;
    }
    this.#paces.set(account, pace);
    pace.held += 1;
    pace.lastAt = Math.max(now + LEAST_MILLISECONDS, pace.lastAt + APART_MILLISECONDS);
    const send = (): void => {
      this.#held.delete(timer);
      pace.held -= 1;
      if (pace.held === 0) this.#paces.delete(account);
      refuse();
    };
    const timer = setTimeout(send, pace.lastAt - now);
    this.#held.set(timer, send);
  }

  /** Sends all of them now, and those to come at once: a process that stops does not wait for them. */
  stop(): void {
    this.#isStopping = true;
    for (const [timer, send] of this.#held) {
      clearTimeout(timer);
      send();
    }
  }
}
