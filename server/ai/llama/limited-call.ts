import type { Clock } from '#server/platform/clock.ts';
import { TextGeneratorUnavailableError } from '../text-generator.ts';

const NO_TOKENS = { inputTokens: 0, outputTokens: 0 };

/** One call with its time limit, which begins when the model does: waiting for another call or for loading does not count. */
export class LimitedCall {
  readonly signal: AbortSignal;
  readonly #ending = new AbortController();
  readonly #callerSignal: AbortSignal | undefined;
  readonly #limitMilliseconds: number;
  readonly #clock: Clock;
  #cancelLimit: (() => void) | undefined;
  #isLate = false;

  constructor(clock: Clock, limitMilliseconds: number, callerSignal: AbortSignal | undefined) {
    this.#clock = clock;
    this.#limitMilliseconds = limitMilliseconds;
    this.#callerSignal = callerSignal;
    this.signal = callerSignal ? AbortSignal.any([callerSignal, this.#ending.signal]) : this.#ending.signal;
  }

  /** Starts the clock, once: a request that is retried keeps its limit. */
  start(): void {
    if (!this.#ending.signal.aborted)
      this.#cancelLimit ??= this.#clock.after(this.#limitMilliseconds, () => this.expire());
  }

  /** Ends the call because it takes too long. */
  expire(): void {
    this.#isLate = true;
    this.abandon();
  }

  /** Ends the call because no one waits for it. */
  abandon(): void {
    this.end();
    this.#ending.abort();
  }

  /** Stops the clock. */
  end(): void {
    this.#cancelLimit?.();
  }

  /** @throws what the caller should see when it was the call that ended, and not the model that failed. */
  throwIfEnded(): void {
    this.#callerSignal?.throwIfAborted();
    if (this.#isLate) {
      throw new TextGeneratorUnavailableError(
        'The local language model did not answer in time. Try again when the machine is less busy, or raise the time limit under Administration → Language model.',
        'timeout',
        { tokens: NO_TOKENS },
      );
    }
  }
}
