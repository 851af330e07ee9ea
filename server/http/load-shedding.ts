import type { FastifyReply, FastifyRequest } from 'fastify';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { Clock } from '../clock.ts';
import type { Dependencies } from '../dependencies.ts';
import { ProblemError } from '../problem-error.ts';
import type { Application } from './application.ts';

type Held = 'requests' | 'uploads' | 'waiting';

const PLACES = { upload: 'uploads', job: 'waiting' } as const;

/**
 * One account takes at most this part of the places, so that whatever it does leaves room for others. What the account
 * begins beyond that is refused with 429.
 */
const ACCOUNT_SHARE = 1 / 4;

const OWN_REFUSALS = {
  requests: 'own_requests_running',
  uploads: 'own_uploads_running',
  waiting: 'own_requests_waiting',
} as const;

const REFUSALS = {
  overload: 'very_busy',
  requests: 'very_busy',
  uploads: 'uploads_running',
  waiting: 'requests_waiting',
} as const;

/** Those who were turned away together should not all come back together. */
const RETRY_SECONDS = { least: 2, most: 8 };

const isOwn = (reason: string): reason is `own_${Held}` => reason.startsWith('own_');

const refusal = (
  metrics: Dependencies['metrics'],
  reason: Held | 'overload' | `own_${Held}`,
): ProblemError => {
  metrics.requestShed(reason);
  const { least, most } = RETRY_SECONDS;
  const retryAfterSeconds = least + Math.floor(Math.random() * (most - least + 1));
  return isOwn(reason)
    ? new ProblemError(OWN_REFUSALS[reason.slice('own_'.length) as Held], { retryAfterSeconds })
    : new ProblemError(REFUSALS[reason], { retryAfterSeconds });
};

/** The places of this process, for {@link shedLoad} and {@link limitPlaces}. */
export type AllPlaces = Readonly<Record<Held, Places>>;

export const createPlaces = ({ operations: { limits } }: Dependencies['config']): AllPlaces => ({
  requests: new Places(limits.requests),
  uploads: new Places(limits.uploads),
  waiting: new Places(limits.waitingRequests),
});

/**
 * Turns requests away with 503 and `Retry-After`, before anything is done for them, while the event loop runs late or
 * all places are taken: serving some well is better than serving all badly. What was begun continues.
 */
export function shedLoad(
  app: Application,
  { clock, config, metrics, log }: Dependencies,
  places: AllPlaces,
  delayMeter: () => DelayMeter = measureEventLoop,
): void {
  const limitMilliseconds = config.operations.limits.overloadDelayMilliseconds;
  const overload = watchOverload({ limitMilliseconds, clock, delayMeter }, (isOverloaded) => {
    if (isOverloaded) log.warn({}, 'The process is overloaded; new requests are turned away.');
    else log.info({}, 'The process is no longer overloaded.');
  });
  app.addHook('onClose', () => {
    overload.close();
    return Promise.resolve();
  });

  app.addHook('onRequest', (request, _reply, done) => {
    const { isNeverShed, work } = request.routeOptions.config;
    const place = placeOf(request);
    if (isNeverShed === true) done();
    else if (overload.isOverloaded && work?.goesOn !== true) done(refusal(metrics, 'overload'));
    else if (place !== undefined && places[place].areTaken) done(refusal(metrics, place));
    else done();
  });
}

/**
 * Gives each request its place among the requests, uploads or waiting requests under way, and answers 429 where the
 * account has its share of them. Must be registered after the authentication: no request takes a place before it is known
 * whose it is.
 */
export function limitPlaces(
  app: Application,
  { metrics }: Pick<Dependencies, 'metrics'>,
  places: AllPlaces,
): void {
  const look = (request: FastifyRequest, place: Held): ProblemError | undefined => {
    const limit = places[place].findLimit(request.actor?.instructorId);
    if (limit === undefined) return undefined;
    return refusal(metrics, limit === 'own' ? `own_${place}` : place);
  };
  const hold = (request: FastifyRequest, reply: FastifyReply, place: Held): void => {
    reply.raw.once('close', places[place].take(request.actor?.instructorId));
  };

  app.addHook('onRequest', (request, reply, done) => {
    const place = request.routeOptions.config.isNeverShed === true ? undefined : placeOf(request);
    const problem = place === undefined ? undefined : look(request, place);
    // A body that trickles in takes up no place yet; one that is streamed is the work itself.
    const isLater = place === 'requests' && mayHaveBody(request);
    if (place !== undefined && problem === undefined && !isLater) hold(request, reply, place);
    done(problem);
  });
  app.addHook('preValidation', (request, reply, done) => {
    const isHeldNow =
      request.routeOptions.config.isNeverShed !== true &&
      placeOf(request) === 'requests' &&
      mayHaveBody(request);
    if (isHeldNow) hold(request, reply, 'requests');
    done();
  });
}

/** Places of one kind, and who has them. */
class Places {
  readonly #most: number;
  readonly #mostOfAccount: number;
  #taken = 0;
  readonly #takenBy = new Map<number, number>();

  constructor(most: number) {
    this.#most = most;
    this.#mostOfAccount = Math.max(1, Math.ceil(most * ACCOUNT_SHARE));
  }

  get areTaken(): boolean {
    return this.#taken >= this.#most;
  }

  /** The limit that one more request of the account would exceed. */
  findLimit(account: number | undefined): 'own' | 'all' | undefined {
    if (this.areTaken) return 'all';
    const own = account === undefined ? 0 : (this.#takenBy.get(account) ?? 0);
    return own >= this.#mostOfAccount ? 'own' : undefined;
  }

  /** Takes a place and returns how to leave it, once. */
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

/** Undefined for what holds its connection alone. */
function placeOf(request: FastifyRequest): Held | undefined {
  const holds = request.routeOptions.config.work?.holds;
  if (holds === undefined) return 'requests';
  return holds === 'connection' ? undefined : PLACES[holds];
}

const mayHaveBody = ({ method }: FastifyRequest): boolean => method !== 'GET' && method !== 'HEAD';

const WINDOW_MILLISECONDS = 500;
const RESOLUTION_MILLISECONDS = 10;
/** One late window may be a single slow step; two are a load. */
const LATE_WINDOWS = 2;

/**
 * Judges by one figure a window whether a process is overloaded: it is after two late windows in a row, and no more
 * once a window is below half the limit, so that the judgement does not flutter.
 */
export class OverloadJudge {
  readonly #limitMilliseconds: number;
  #lateWindows = 0;
  #isOverloaded = false;

  constructor(limitMilliseconds: number) {
    this.#limitMilliseconds = limitMilliseconds;
  }

  get isOverloaded(): boolean {
    return this.#isOverloaded;
  }

  /** @param delayMilliseconds how late the event loop ran in the window that ends now. */
  judge(delayMilliseconds: number): void {
    if (delayMilliseconds >= this.#limitMilliseconds) {
      this.#lateWindows += 1;
      if (this.#lateWindows >= LATE_WINDOWS) this.#isOverloaded = true;
      return;
    }
    this.#lateWindows = 0;
    if (delayMilliseconds < this.#limitMilliseconds / 2) this.#isOverloaded = false;
  }
}

/**
 * The delay that whatever comes at a random moment falls into, in milliseconds. The mean of the delays would hide one
 * long stop among many short turns, and it is in the long stop that requests come. The histogram holds the time between
 * two of its samples, which are a resolution apart in an idle process.
 */
const delayMet = (mean: number, deviation: number): number =>
  (mean ** 2 + deviation ** 2) / mean - RESOLUTION_MILLISECONDS;

/** Says how late the event loop ran. */
export interface DelayMeter {
  /** In milliseconds, since the last call. */
  read(): number;
  close(): void;
}

function measureEventLoop(): DelayMeter {
  const delays = monitorEventLoopDelay({ resolution: RESOLUTION_MILLISECONDS });
  delays.enable();
  return {
    read: () => {
      const delay = delays.count === 0 ? 0 : delayMet(delays.mean / 1e6, delays.stddev / 1e6);
      delays.reset();
      return delay;
    },
    close: () => {
      delays.disable();
    },
  };
}

interface OverloadWatch {
  readonly isOverloaded: boolean;
  close(): void;
}

/**
 * Watches how late the event loop runs in each window.
 * @param limitMilliseconds 0 watches nothing.
 */
function watchOverload(
  {
    limitMilliseconds,
    clock,
    delayMeter,
  }: { limitMilliseconds: number; clock: Clock; delayMeter: () => DelayMeter },
  onChange: (isOverloaded: boolean) => void,
): OverloadWatch {
  if (limitMilliseconds === 0) return { isOverloaded: false, close: () => undefined };
  const judge = new OverloadJudge(limitMilliseconds);
  const meter = delayMeter();
  const stop = clock.every(WINDOW_MILLISECONDS, () => {
    const before = judge.isOverloaded;
    judge.judge(meter.read());
    if (judge.isOverloaded !== before) onChange(judge.isOverloaded);
  });
  return {
    get isOverloaded() {
      return judge.isOverloaded;
    },
    close: () => {
      stop();
      meter.close();
    },
  };
}
