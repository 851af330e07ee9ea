import type { Clock } from '../clock.ts';

/** Beyond this many buckets, those that are full again are forgotten. */
const SWEEP_ABOVE = 10_000;

interface Bucket {
  tokens: number;
  /** In the time of the clock's `monotonic`. */
  countedAt: number;
}

/** What a refused call costs, so that a client that goes on calling gets less than one that waits. */
const REFUSAL_TOKENS = 0.5;
/** Of the tokens that came since the last call, a refusal costs at most this part: even a client that never waits gets some calls through. */
const MOST_OF_THE_NEW = 0.9;

/**
 * A token bucket for each key: calls may come in bursts, and on average at a rate. Refused calls cost something, too.
 * In this process alone.
 */
export class TokenBuckets {
  readonly #perSecond: number;
  readonly #most: number;
  readonly #clock: Pick<Clock, 'monotonic'>;
  readonly #buckets = new Map<number, Bucket>();

  /** @param options.most how many tokens a rested bucket holds. */
  constructor(options: { perSecond: number; most: number; clock: Pick<Clock, 'monotonic'> }) {
    this.#perSecond = options.perSecond;
    this.#most = options.most;
    this.#clock = options.clock;
  }

  /** Takes tokens, at most a whole bucket, and returns 0; or refuses and returns the seconds until they are there. */
  take(key: number, tokens: number): number {
    const wanted = Math.min(tokens, this.#most);
    const { bucket, added } = this.#refill(key);
    if (bucket.tokens >= wanted) {
      bucket.tokens -= wanted;
      return 0;
    }
    bucket.tokens -= Math.min(REFUSAL_TOKENS, added * MOST_OF_THE_NEW);
    return (wanted - bucket.tokens) / this.#perSecond;
  }

  #refill(key: number): { bucket: Bucket; added: number } {
    const now = this.#clock.monotonic();
    const bucket = this.#buckets.get(key) ?? { tokens: this.#most, countedAt: now };
    const added = Math.min(this.#most - bucket.tokens, ((now - bucket.countedAt) / 1_000) * this.#perSecond);
    bucket.tokens += added;
    bucket.countedAt = now;
    this.#buckets.set(key, bucket);
    if (this.#buckets.size > SWEEP_ABOVE) this.#sweep(now);
    return { bucket, added };
  }

  #sweep(now: number): void {
    const restMilliseconds = (this.#most / this.#perSecond) * 1_000;
    for (const [key, { countedAt }] of this.#buckets) {
      if (now - countedAt > restMilliseconds) this.#buckets.delete(key);
    }
  }
}
