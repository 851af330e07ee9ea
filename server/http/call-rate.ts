import type { FastifyRequest } from 'fastify';
import type { Dependencies } from '../ports.ts';
import { ProblemError } from '../problem-error.ts';
import { TokenBuckets } from '../security/token-buckets.ts';
import type { Application } from './application.ts';

/** Opening a course, or a script that begins, makes many calls at once. */
const BURST_SECONDS = 6;
/** Reading and checking a body takes time in proportion to its size: a large draft counts as many calls. */
const BODY_BYTES_A_CALL = 16 * 1024;
/**
 * No body counts as more: a long transcript would use up the account's whole burst, and a second one would be refused.
 * How many large bodies an account sends at once is limited by their bytes.
 */
const MOST_CALLS_A_BODY = 20;
/**
 * A refusal that is sent at once invites the next call at once. Held back, a client that never pauses makes one call a second on
 * each connection, and the process has its time for others.
 */
const HELD_MILLISECONDS = 1_000;
/** Beyond this many of an account, refusals are sent at once: each one that is held takes memory. */
const MOST_HELD = 500;
/** The bytes of an upload are limited by its place and by the network. */
const isStreamed = ({ routeOptions }: FastifyRequest): boolean =>
  routeOptions.config.work?.holds === 'upload';

/** Limits how often an account calls this process, with a token bucket. Must be registered after the authentication. */
export function limitCallRate(app: Application, { config, metrics }: Dependencies): void {
  const perSecond = config.operations.limits.callsPerSecondPerInstructor;
  const buckets = new TokenBuckets({ perSecond, most: perSecond * BURST_SECONDS });
  app.addHook('onRequest', (request, _reply, done) => {
    const waitSeconds =
      request.actor === null ? 0 : buckets.take(request.actor.instructorId, costOf(request));
    if (waitSeconds === 0) {
      done();
      return;
    }
    metrics.requestShed('own_rate');
    const refuse = (): void => {
      done(
        new ProblemError(
          'too_many_requests',
          'You are calling too often. Nothing was changed; wait a moment, then try again.',
          { retryAfterSeconds: Math.ceil(waitSeconds) },
        ),
      );
    };
    holdBack(request.actor?.instructorId ?? 0, refuse);
  });

  const heldOf = new Map<number, number>();
  function holdBack(account: number, refuse: () => void): void {
    const held = heldOf.get(account) ?? 0;
    if (held >= MOST_HELD) {
      refuse();
      return;
    }
    heldOf.set(account, held + 1);
    setTimeout(() => {
      const left = (heldOf.get(account) ?? 1) - 1;
      if (left === 0) heldOf.delete(account);
      else heldOf.set(account, left);
      refuse();
    }, HELD_MILLISECONDS);
  }
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
