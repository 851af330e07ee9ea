import pg from 'pg';
import type { Clock } from '../clock.ts';
import { ProblemError } from '../problem-error.ts';
import { findContext, spend, type WorkContext } from '../work-context.ts';

/** Each account may always hold this part of the connections, so that its queries leave some for others. */
const ACCOUNT_SHARE = 1 / 4;
/** An account that needs more gets it, up to this part, while a share stays free for another. */
const LARGEST_SHARE = 1 / 2;
const LONGEST_WAIT_MILLISECONDS = 10_000;
const RETRY_AFTER_SECONDS = 5;
/** Of the time for which a connection is held: it is longer while others keep the database busy, and that must not count in full. */
const HELD_WEIGHT = 1 / 4;

type Connected = Parameters<pg.Pool['connect']>[0];

interface Queue {
  held: number;
  readonly waiting: Set<() => void>;
}

/**
 * A pool in which each account has its own queue for its share of the connections. The account that holds fewest is next. Work
 * without an account has no share.
 */
export class FairPool extends pg.Pool {
  readonly #most: number;
  readonly #clock: Clock;
  readonly #share: number;
  readonly #largestShare: number;
  readonly #accounts = new Map<number, Queue>();
  readonly #heldBy = new WeakMap<WorkContext, number>();
  /** Turns whose connection has not been asked for yet. */
  #granted = 0;

  constructor({ clock, ...options }: pg.PoolConfig & { max: number; clock: Clock }) {
    super(options);
    this.#clock = clock;
    this.#most = options.max;
    this.#share = Math.max(2, Math.ceil(options.max * ACCOUNT_SHARE));
    this.#largestShare = Math.max(this.#share, Math.ceil(options.max * LARGEST_SHARE));
    // The event comes before the connection is idle.
    this.on('release', () => process.nextTick(() => this.#admit()));
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(connected: Connected): void;
  override connect(connected?: Connected): Promise<pg.PoolClient> | void {
    const context = findContext();
    const client =
      context?.instructorId === undefined ? super.connect() : this.#connectFor(context, context.instructorId);
    if (connected === undefined) return client;
    client.then(
      (each) => connected(undefined, each, each.release.bind(each)),
      (error: unknown) => connected(error as Error, undefined, () => undefined),
    );
  }

  async #connectFor(context: WorkContext, account: number): Promise<pg.PoolClient> {
    const holds = (): number => this.#heldBy.get(context) ?? 0;
    const isNested = holds() > 0;
    // A transaction that asks for a second connection must not wait for others of its account that do the same.
    if (!isNested) await this.#takeTurn(account);
    let began: number | undefined;
    const leave = (): void => {
      if (!isNested) {
        this.#leave(account);
        if (began !== undefined) spend(context, HELD_WEIGHT * (this.#clock.monotonic() - began));
      }
      this.#heldBy.set(context, holds() - 1);
    };
    this.#heldBy.set(context, holds() + 1);
    try {
      if (!isNested) this.#granted -= 1;
      const client = await super.connect();
      // Waiting for others' connections is not work of this account.
      began = this.#clock.monotonic();
      const release = client.release.bind(client);
      client.release = (error) => {
        client.release = release;
        leave();
        release(error);
      };
      return client;
    } catch (error) {
      leave();
      throw error;
    }
  }

  async #takeTurn(account: number): Promise<void> {
    const queue = this.#accounts.get(account) ?? { held: 0, waiting: new Set() };
    this.#accounts.set(account, queue);
    if (this.#hasRoomFor(queue)) {
      this.#grant(queue);
      return;
    }
    await new Promise<void>((resolve, reject) => {
      const begin = (): void => {
        cancelRefusal();
        resolve();
      };
      const cancelRefusal = this.#clock.after(LONGEST_WAIT_MILLISECONDS, () => {
        queue.waiting.delete(begin);
        reject(new ProblemError('own_queries_waiting', { retryAfterSeconds: RETRY_AFTER_SECONDS }));
      });
      queue.waiting.add(begin);
    });
  }

  #hasRoomFor({ held }: Queue): boolean {
    if (held < this.#share) return true;
    const inUse = this.totalCount - this.idleCount + this.waitingCount + this.#granted;
    return held < this.#largestShare && this.#most - inUse > this.#share;
  }

  #grant(queue: Queue): void {
    queue.held += 1;
    this.#granted += 1;
  }

  #leave(account: number): void {
    const queue = this.#accounts.get(account);
    if (queue === undefined) return;
    queue.held -= 1;
    this.#admit();
    if (queue.held === 0 && queue.waiting.size === 0) this.#accounts.delete(account);
  }

  #admit(): void {
    for (;;) {
      const next = this.#findNext();
      const [begin] = next?.waiting ?? [];
      if (next === undefined || begin === undefined) return;
      next.waiting.delete(begin);
      this.#grant(next);
      begin();
    }
  }

  #findNext(): Queue | undefined {
    let next: Queue | undefined;
    for (const queue of this.#accounts.values()) {
      if (queue.waiting.size === 0 || !this.#hasRoomFor(queue)) continue;
      if (next === undefined || queue.held < next.held) next = queue;
    }
    return next;
  }
}
