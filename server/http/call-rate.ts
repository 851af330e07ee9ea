import type { FastifyRequest } from 'fastify';
import type { Dependencies } from '../dependencies.ts';
import { ProblemError } from '../problem-error.ts';
import { TokenBuckets } from '../security/token-buckets.ts';
import type { Application } from './application.ts';
import { PacedRefusals } from './paced-refusals.ts';

/** Opening a course, or a script that begins, makes many calls at once. */
const BURST_SECONDS = 6;
/** Reading and checking a body takes time in proportion to its size: a large draft counts as many calls. */
const BODY_BYTES_A_CALL = 16 * 1024;
/**
 * No body counts as more: a long transcript would use up the account's whole burst, and a second one would be refused.
 * How many large bodies an account sends at once is limited by their bytes.
 */
const MOST_CALLS_A_BODY = 20;
/** The bytes of an upload are limited by its place and by the network. */
const isStreamed = ({ routeOptions }: FastifyRequest): boolean =>
  routeOptions.config.work?.holds === 'upload';

/** Limits how often an account calls this process, with a token bucket. Must be registered after the authentication. */
export function limitCallRate(app: Application, { config, metrics, clock }: Dependencies): void {
  const perSecond = config.operations.limits.callsPerSecondPerInstructor;
  const refusals = new PacedRefusals(clock);
  const buckets = new TokenBuckets({ perSecond, most: perSecond * BURST_SECONDS, clock });
  app.addHook('onRequest', (request, _reply, done) => {
    const waitSeconds =
      request.actor === null ? 0 : buckets.take(request.actor.instructorId, costOf(request));
    if (waitSeconds === 0) {
      done();
      return;
    }
    metrics.requestShed('own_rate');
    refusals.hold(request.actor?.instructorId ?? 0, () => {
      done(new ProblemError('own_calls_too_often', { retryAfterSeconds: Math.ceil(waitSeconds) }));
    });
  });
  app.addHook('preClose', (done) => {
    refusals.stop();
    done();
  });
}

function costOf(request: FastifyRequest): number {
  if (isStreamed(request)) return 1;
  const bytes = Math.min(announcedBytes(request), request.routeOptions.bodyLimit);
  return 1 + Math.min(Math.floor(bytes / BODY_BYTES_A_CALL), MOST_CALLS_A_BODY - 1);
}

/** A body that comes in chunks may become as large as it likes, and counts as if it did. */
function announcedBytes({ raw: { headers } }: FastifyRequest): number {
  if (headers['transfer-encoding'] !== undefined) return Infinity;
  return Number(headers['content-length'] ?? 0);
}

/**
 * Keeps one person from taking all workers for themselves: calls that give them work are counted by the hour, and
 * refused with 429 while very many of the person's jobs still wait. Must be registered after the authentication;
 * it asks before the body is read. The queue itself asks again when a job is enqueued.
 */
export function limitWork(
  app: Application,
  { jobs, rateLimits }: Pick<Dependencies, 'jobs' | 'rateLimits'>,
): void {
  app.addHook('onRequest', async ({ actor, routeOptions }) => {
    const kind = routeOptions.config.work?.kind;
    if (kind === undefined || actor === null) return;
    // Answers are given by this process: work that waits for a worker does not hold them up.
    if (kind !== 'answer') await jobs.refuseTooMany(actor.instructorId);
    await rateLimits.countWork(actor.instructorId, kind);
  });
}
