import type { Clock } from '../clock.ts';

/**
 * Remembers for a moment what was found under a key, so that a burst of requests asks once: those that come while the
 * first still asks wait for its answer. What was not found is not remembered, and the oldest entries make room for new
 * ones. What is forgotten stays so, even when it was being looked for at that moment.
 */
export class BriefMemory<Value> {
  readonly #milliseconds: number;
  readonly #maximumEntries: number;
  readonly #clock: Pick<Clock, 'monotonic'>;
  /** In the order of insertion, which is the order of expiry. */
  readonly #entries = new Map<string, { readonly value: Value; readonly until: number }>();

  readonly #finding = new Map<string, Promise<Value | undefined>>();

  /** Rises with each forgetting. */
  #generation = 0;

  constructor(options: {
    readonly milliseconds: number;
    readonly maximumEntries: number;
    readonly clock: Pick<Clock, 'monotonic'>;
  }) {
    this.#milliseconds = options.milliseconds;
    this.#maximumEntries = options.maximumEntries;
    this.#clock = options.clock;
  }

  async findOr<Found extends Value | undefined>(
    key: string,
    find: () => Promise<Found>,
  ): Promise<Value | Found> {
    const known = this.#entries.get(key);
    if (known !== undefined && known.until > this.#clock.monotonic()) return known.value;
    this.#entries.delete(key);
    const finding = this.#finding.get(key) as Promise<Value | Found> | undefined;
    if (finding !== undefined) return finding;
    const found = this.#find(key, find);
    this.#finding.set(key, found);
    return found;
  }

  async #find<Found extends Value | undefined>(key: string, find: () => Promise<Found>): Promise<Found> {
    const generation = this.#generation;
    try {
      const value = await find();
      if (value !== undefined && generation === this.#generation) this.#remember(key, value);
      return value;
    } finally {
      if (generation === this.#generation) this.#finding.delete(key);
    }
  }

  /** Forgets every value that `matches` says so of. */
  forget(matches: (value: Value) => boolean): void {
    this.#generation += 1;
    this.#finding.clear();
    for (const [key, { value }] of this.#entries) if (matches(value)) this.#entries.delete(key);
  }

  #remember(key: string, value: Value): void {
    const now = this.#clock.monotonic();
    this.#entries.delete(key);
    this.#entries.set(key, { value, until: now + this.#milliseconds });
    for (const [oldest, { until }] of this.#entries) {
      if (until > now && this.#entries.size <= this.#maximumEntries) break;
      this.#entries.delete(oldest);
    }
  }
}
