import type { Clock } from '../clock.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { ProblemError } from '../problem-error.ts';
import { spend } from '../work-context.ts';
import type { Application } from './application.ts';
import { bodyBytesOf } from './body-budget.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Charges the account for what the request has taken since the last charge. */
    chargeWork: (() => void) | null;
    /** Waits for so many milliseconds, unless no other account calls. */
    pauseForOthers: ((milliseconds: number) => Promise<void>) | null;
  }
}

/** What an account may use at once before its next calls wait. */
const BURST_SECONDS = 16;
const LONGEST_WAIT_MILLISECONDS = 20_000;
/** The longest wait of an account's next call, so that an account that sends one call after another is never refused. */
const MOST_AHEAD_MILLISECONDS = 19_000;
/** An account that is alone uses all of the process: others count while they have called within this time. */
const PRESENT_MILLISECONDS = 10_000;
/** Of a burst: what is expected of a route that the account has not called lately. */
const UNKNOWN_SHARE = 1 / 64;
const LOOK_MILLISECONDS = 50;
/**
 * Reading, checking and writing a MiB of JSON takes 20 ms or more. It counts as 1,024, because the process does nothing else while it
 * does so: what an account may read in a second must not delay more than a few requests of others.
 */
const CHARACTERS_A_MILLISECOND = 1024;

export const jsonMilliseconds = (characters: number): number => characters / CHARACTERS_A_MILLISECOND;

/**
 * Lets calls of an account wait that has used more of this process and its database than its share, so that those of others are
 * not slower for it. Must be registered after the authentication; a call waits before its body is read.
 */
export function paceWork(app: Application, { clock, config, metrics }: Dependencies): void {
  const { limits } = config.operations;
  const accounts = new PacedAccounts(clock, {
    share: limits.workMillisecondsPerSecondPerInstructor / 1_000,
    mostWaiting: limits.requestsPerInstructor,
  });
  app.decorateRequest('chargeWork', null);
  app.decorateRequest('pauseForOthers', null);
  app.addHook('onRequest', async (request, reply) => {
    const { actor, workContext, routeOptions } = request;
    if (actor === null || workContext === null || routeOptions.config.holds !== undefined) return;
    const bodyMilliseconds = jsonMilliseconds(bodyBytesOf(request));
    const charge = await accounts.begin(actor.instructorId, {
      route: `${request.method} ${routeOptions.url ?? ''}`,
      bodyMilliseconds,
      isGone: () => reply.raw.closed,
    });
    if (charge === undefined) {
      metrics.requestShed('own_work');
      throw new ProblemError('own_calls_too_often', {
        retryAfterSeconds: LONGEST_WAIT_MILLISECONDS / 1_000,
      });
    }
    spend(workContext, bodyMilliseconds);
    const chargeWork = (): void => charge(workContext.spentMilliseconds ?? 0);
    request.chargeWork = chargeWork;
    request.pauseForOthers = async (milliseconds) => {
      if (!accounts.isAlone(actor.instructorId)) await clock.sleep(milliseconds);
    };
    // More limits than Node expects wait for the end of an answer.
    reply.raw.setMaxListeners(reply.raw.getMaxListeners() + 1);
    reply.raw.once('close', chargeWork);
    if (reply.raw.closed) chargeWork();
  });
  app.addHook('onSend', (request, reply, payload, done) => {
    if (typeof payload === 'string') spend(request.workContext, jsonMilliseconds(payload.length));
    // A client that hangs up does not stop the handler.
    if (reply.raw.closed) request.chargeWork?.();
    done();
  });
}

interface Account {
  /** In milliseconds, at `at`; a share of the time since then is to be subtracted. */
  spent: number;
  at: number;
  /** What the last call of each route took. */
  readonly expected: Map<string, number>;
  waiting: number;
  running: number;
  /** Ends when all calls before have begun. */
  tail: Promise<void>;
}

class PacedAccounts {
  readonly #clock: Clock;
  readonly #share: number;
  readonly #burst: number;
  readonly #mostWaiting: number;
  readonly #accounts = new Map<number, Account>();
  /** The account that called last, and when another one did. */
  #last: { readonly account: number; at: number } | undefined;
  #otherAt = Number.NEGATIVE_INFINITY;

  constructor(
    clock: Clock,
    { share, mostWaiting }: { readonly share: number; readonly mostWaiting: number },
  ) {
    this.#clock = clock;
    this.#share = share;
    this.#burst = share * BURST_SECONDS * 1_000;
    this.#mostWaiting = mostWaiting;
  }

  /**
   * Waits for the account's turn. Returns how to say what the call has taken so far, at its end and later; undefined when it would
   * wait too long.
   * @param isGone whether no one waits for the answer any more.
   */
  async begin(
    id: number,
    {
      route,
      bodyMilliseconds,
      isGone,
    }: { readonly route: string; readonly bodyMilliseconds: number; readonly isGone: () => boolean },
  ): Promise<((milliseconds: number) => void) | undefined> {
    const arrived = this.#clock.monotonic();
    this.#notice(id, arrived);
    const account = this.#accounts.get(id) ?? {
      spent: 0,
      at: arrived,
      expected: new Map<string, number>(),
      waiting: 0,
      running: 0,
      tail: Promise.resolve(),
    };
    if (account.waiting >= this.#mostWaiting) return undefined;
    this.#accounts.set(id, account);
    const before = account.tail;
    let letNext: () => void = () => undefined;
    account.tail = new Promise((resolve) => {
      letNext = resolve;
    });
    account.waiting += 1;
    await before;
    const hasTurn = await this.#waitForShare(id, account, arrived, isGone);
    account.waiting -= 1;
    letNext();
    if (!hasTurn) {
      this.#forgetIfIdle(id, account);
      return undefined;
    }
    const expected = Math.min(
      this.#burst,
      Math.max(bodyMilliseconds, account.expected.get(route) ?? this.#burst * UNKNOWN_SHARE),
    );
    account.spent = this.#spentOf(account) + expected;
    account.running += 1;
    let charged = expected;
    let isRunning = true;
    return (milliseconds) => {
      if (isRunning) account.running -= 1;
      isRunning = false;
      // The account may have been forgotten since the call ended.
      const current = this.#accounts.get(id) ?? account;
      this.#accounts.set(id, current);
      const taken = Math.min(milliseconds, this.#burst);
      current.spent = Math.max(0, this.#spentOf(current) + taken - charged);
      charged = taken;
      current.expected.set(route, taken);
      this.#forgetIfIdle(id, current);
    };
  }

  async #waitForShare(
    id: number,
    account: Account,
    arrived: number,
    isGone: () => boolean,
  ): Promise<boolean> {
    for (;;) {
      const excess = this.#spentOf(account) - this.#burst;
      if (excess <= 0 || this.isAlone(id)) return true;
      const milliseconds = Math.ceil(excess / this.#share);
      const now = this.#clock.monotonic();
      if (isGone() || now + milliseconds - arrived > LONGEST_WAIT_MILLISECONDS) return false;
      await this.#clock.sleep(Math.min(milliseconds, LOOK_MILLISECONDS));
    }
  }

  #spentOf(account: Account): number {
    const now = this.#clock.monotonic();
    const left = account.spent - (now - account.at) * this.#share;
    account.spent = Math.min(Math.max(0, left), this.#burst + MOST_AHEAD_MILLISECONDS * this.#share);
    account.at = now;
    return account.spent;
  }

  #notice(id: number, now: number): void {
    if (this.#last?.account === id) {
      this.#last.at = now;
      return;
    }
    if (this.#last !== undefined) this.#otherAt = this.#last.at;
    this.#last = { account: id, at: now };
  }

  /** Whether no other account has called for a while. */
  isAlone(id: number): boolean {
    const otherAt = this.#last?.account === id ? this.#otherAt : (this.#last?.at ?? this.#otherAt);
    return this.#clock.monotonic() - otherAt > PRESENT_MILLISECONDS;
  }

  /** An account that has used less than its burst is as good as new. */
  #forgetIfIdle(id: number, account: Account): void {
    if (account.waiting === 0 && account.running === 0 && this.#spentOf(account) < this.#burst / 10)
      this.#accounts.delete(id);
  }
}
