import type { FastifyRequest } from 'fastify';
import type { Dependencies } from '#server/dependencies.ts';
import { ProblemError } from '../problem-error.ts';
import type { Application } from './application.ts';
import { clientNetwork } from '../security/client-network.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** A large body becomes many objects, which take several times its bytes for as long as they are worked on. */
    bodyBecomesObjects?: true;
  }
  interface FastifyRequest {
    /** Forgets the request's body and returns its bytes to the budget, before a long wait. */
    releaseBody(): void;
    bodyReservation: (() => void) | null;
  }
}

const MEBIBYTE = 1024 * 1024;
/** Larger bodies have their own budget, so that they never keep an ordinary call out. */
const SMALL_BODY_BYTES = 256 * 1024;
const SMALL_BODIES = { processBytes: 8 * MEBIBYTE, accountBytes: 2 * MEBIBYTE };
/** The largest body of any route, a transcript, is 24 MiB: two accounts can send one each. */
const LARGE_BODIES = { processBytes: 48 * MEBIBYTE, accountBytes: 24 * MEBIBYTE };
const BYTES_OF_OBJECTS_A_BYTE = 8;
const RETRY_AFTER_SECONDS = 3;

/** Bytes that are in use at one time, in all and of each account. */
export class ByteBudget {
  readonly #most: { readonly processBytes: number; readonly accountBytes: number };
  #used = 0;
  readonly #usedBy = new Map<string, number>();

  constructor(most: { readonly processBytes: number; readonly accountBytes: number }) {
    this.#most = most;
  }

  /** Takes `bytes` and returns how to give them back, or says whose limit they exceed. */
  reserve(account: string, bytes: number): (() => void) | 'account' | 'process' {
    const own = this.#usedBy.get(account) ?? 0;
    if (own + bytes > this.#most.accountBytes) return 'account';
    if (this.#used + bytes > this.#most.processBytes) return 'process';
    this.#used += bytes;
    this.#usedBy.set(account, own + bytes);
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      this.#used -= bytes;
      const left = (this.#usedBy.get(account) ?? 0) - bytes;
      if (left > 0) this.#usedBy.set(account, left);
      else this.#usedBy.delete(account);
    };
  }
}

/**
 * Limits the bytes of request bodies that are in memory at one time, in the process and for each account. What exceeds
 * the limit is refused before it is read. Must be registered after the authentication.
 */
export function limitBodies(app: Application, { metrics }: Pick<Dependencies, 'metrics'>): void {
  const small = new ByteBudget(SMALL_BODIES);
  const large = new ByteBudget(LARGE_BODIES);
  app.decorateRequest('bodyReservation', null);
  app.decorateRequest('releaseBody', function releaseBody(this: FastifyRequest) {
    this.body = undefined;
    this.bodyReservation?.();
  });
  app.addHook('preParsing', (request, reply, _payload, done) => {
    const bytes = bodyBytesOf(request);
    if (bytes === 0) {
      done();
      return;
    }
    const account =
      request.actor === null ? clientNetwork(request.ip) : `account ${request.actor.instructorId}`;
    const reserved =
      bytes > SMALL_BODY_BYTES
        ? large.reserve(account, memoryOf(request, bytes))
        : small.reserve(account, bytes);
    if (typeof reserved === 'string') {
      metrics.requestShed('bodies');
      done(refusal(reserved));
      return;
    }
    request.bodyReservation = reserved;
    reply.raw.once('close', reserved);
    done();
  });
}

/** The announced bytes of a body; the most that the route allows if it is sent in chunks. Uploads are never whole in memory. */
export function bodyBytesOf({ raw, routeOptions }: FastifyRequest): number {
  if (routeOptions.config.holds === 'upload') return 0;
  if (raw.headers['transfer-encoding'] !== undefined) return routeOptions.bodyLimit;
  return Math.min(Number(raw.headers['content-length'] ?? 0), routeOptions.bodyLimit);
}

/** The largest body of every route fits. */
const memoryOf = ({ routeOptions }: FastifyRequest, bytes: number): number =>
  routeOptions.config.bodyBecomesObjects === true
    ? Math.min(BYTES_OF_OBJECTS_A_BYTE * bytes, LARGE_BODIES.accountBytes)
    : bytes;

function refusal(limit: 'account' | 'process'): ProblemError {
  return limit === 'account'
    ? new ProblemError('own_large_texts', { retryAfterSeconds: RETRY_AFTER_SECONDS })
    : new ProblemError('large_texts_arriving', { retryAfterSeconds: RETRY_AFTER_SECONDS });
}
