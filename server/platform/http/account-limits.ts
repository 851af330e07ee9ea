import type { FastifyReply, FastifyRequest } from 'fastify';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import type { Dependencies } from '#server/dependencies.ts';
import { ProblemError } from '../problem-error.ts';
import type { WorkKind } from '../security/rate-limits.ts';
import type { Application } from './application.ts';
import { PacedRefusals } from './paced-refusals.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Gives work to a worker or a language model; counted per hour and account. */
    work?: WorkKind;
    /** An upload streams its body. An open connection, such as a playing video, does not count as a request. */
    holds?: 'upload' | 'connection';
    /** Continues something, such as an upload. An overloaded process still serves it. */
    continues?: boolean;
    /** Health checks are always answered. */
    isNeverShed?: boolean;
  }
}

/** Long enough for a burst, as when a course is opened or a script starts. */
const RATE_WINDOW_SECONDS = 6;

/** Limits how often an account calls this process, whatever the calls take (paced-work.ts). Must be registered after the authentication. */
export function limitCallRate(app: Application, { config, metrics, clock }: Dependencies): void {
  const points = config.operations.limits.callsPerSecondPerInstructor * RATE_WINDOW_SECONDS;
  const limiter = new RateLimiterMemory({ points, duration: RATE_WINDOW_SECONDS });
  const refusals = new PacedRefusals(clock);
  app.addHook('onRequest', async ({ actor }) => {
    if (actor === null) return;
    const { instructorId } = actor;
    try {
      await limiter.consume(instructorId);
    } catch (error) {
      if (!(error instanceof RateLimiterRes)) throw error;
      metrics.requestShed('own_rate');
      await new Promise<void>((resolve) => refusals.hold(instructorId, resolve));
      throw new ProblemError('own_calls_too_often', {
        retryAfterSeconds: Math.max(1, Math.ceil(error.msBeforeNext / 1_000)),
      });
    }
  });
  app.addHook('preClose', (done) => {
    refusals.stop();
    done();
  });
}

/**
 * Keeps one account from taking all workers: counts the calls that give them work by the hour, and refuses them with 429 while too
 * many of the account's jobs wait. Must be registered after the authentication; checks before the body is read. The queue checks
 * again when a job is enqueued.
 */
export function limitWork(
  app: Application,
  { jobs, rateLimits }: Pick<Dependencies, 'jobs' | 'rateLimits'>,
): void {
  app.addHook('onRequest', async ({ actor, routeOptions }) => {
    const { work } = routeOptions.config;
    if (work === undefined || actor === null) return;
    // This process gives the answers itself, so they need not wait for a worker.
    if (work !== 'answer') await jobs.refuseTooMany(actor.instructorId);
    await rateLimits.countWork(actor.instructorId, work);
  });
}

/** Random, so that clients refused at the same time do not all retry at the same time. */
const RETRY_SECONDS = { least: 2, most: 8 };
export const retryAfterSeconds = (): number =>
  RETRY_SECONDS.least + Math.floor(Math.random() * (RETRY_SECONDS.most - RETRY_SECONDS.least + 1));

/**
 * Limits concurrent requests and uploads, per account (429) and in the process (503). A request counts once its body is complete;
 * an upload counts while its body streams.
 */
export function limitConcurrency(
  app: Application,
  { config: { operations }, metrics }: Pick<Dependencies, 'config' | 'metrics'>,
): void {
  const { limits } = operations;
  const places = {
    request: new Places({ most: limits.requests, mostOfAccount: limits.requestsPerInstructor }),
    upload: new Places({ most: limits.uploads, mostOfAccount: limits.uploadsPerInstructor }),
  };
  app.addHook('preValidation', (request: FastifyRequest, reply: FastifyReply, done) => {
    const { isNeverShed, holds = 'request' } = request.routeOptions.config;
    if (isNeverShed === true || holds === 'connection') {
      done();
      return;
    }
    const account = request.actor?.instructorId;
    const limit = places[holds].findLimit(account);
    if (limit === undefined) {
      reply.raw.once('close', places[holds].take(account));
      done();
      return;
    }
    metrics.requestShed(`${limit}_${holds}s`);
    done(new ProblemError(REFUSALS[holds][limit], { retryAfterSeconds: retryAfterSeconds() }));
  });
}

const REFUSALS = {
  request: { own: 'own_requests_running', all: 'very_busy' },
  upload: { own: 'own_uploads_running', all: 'uploads_running' },
} as const;

/** Counts requests or uploads in progress, in total and per account. */
class Places {
  readonly #limits: { readonly most: number; readonly mostOfAccount: number };
  #taken = 0;
  readonly #takenBy = new Map<number, number>();

  constructor(limits: { readonly most: number; readonly mostOfAccount: number }) {
    this.#limits = limits;
  }

  /** The limit that one more request of the account would exceed. */
  findLimit(account: number | undefined): 'own' | 'all' | undefined {
    if (this.#taken >= this.#limits.most) return 'all';
    const own = account === undefined ? 0 : (this.#takenBy.get(account) ?? 0);
    return own >= this.#limits.mostOfAccount ? 'own' : undefined;
  }

  /** Takes a place and returns a function that frees it; call it once. */
  take(account: number | undefined): () => void {
    this.#taken += 1;
    if (account !== undefined) this.#takenBy.set(account, (this.#takenBy.get(account) ?? 0) + 1);
    return () => {
      this.#taken -= 1;
      if (account === undefined) return;
      const left = (this.#takenBy.get(account) ?? 1) - 1;
      if (left === 0) this.#takenBy.delete(account);
      else this.#takenBy.set(account, left);
    };
  }
}
