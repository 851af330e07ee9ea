import type { FastifyReply } from 'fastify';
import type { Clock } from '../clock.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { ProblemError } from '../problem-error.ts';
import type { Application } from './application.ts';
import { ByteBudget } from './body-budget.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Answers may have many megabytes, known only once they are composed: the route answers one request of each account at a time. */
    isLong?: true;
  }
  interface FastifyReply {
    /** Waits until this answer may hold so many bytes of text, and holds them until it is sent. Call it before reading them. */
    holdTexts(bytes: number): Promise<void>;
    /** Lets the next request of the account begin, if the answer of this one will be short. Call it as soon as its bytes are known. */
    letNextBegin(bytes: number): void;
    textHold: { isComposed: boolean; release(): void } | null;
  }
}

const MEBIBYTE = 1024 * 1024;
/** Twice the texts of an hour's lecture. */
const SMALL_BYTES = 512 * 1024;
/** A longer lesson counts as the whole share of its account. */
const TEXTS = { processBytes: 16 * MEBIBYTE, accountBytes: 8 * MEBIBYTE };
const MOST_WAITING_OF_ACCOUNT = 16;
const LONGEST_WAIT_MILLISECONDS = 30_000;
const RETRY_AFTER_SECONDS = 5;

/**
 * Limits the bytes of long texts that answers hold in memory at one time, in the process and for each account. An answer
 * beyond the limit waits for its turn.
 */
export function limitTexts(
  app: Application,
  { clock, metrics }: Pick<Dependencies, 'clock' | 'metrics'>,
): void {
  const turns = new TextTurns(clock, TEXTS);
  const turnsOfLong = new TextTurns(clock, { processBytes: Number.POSITIVE_INFINITY, accountBytes: 1 });
  const hold = (reply: FastifyReply, release: (() => void) | undefined): void => {
    if (release === undefined) {
      metrics.requestShed('own_texts');
      throw new ProblemError('own_long_lessons', { retryAfterSeconds: RETRY_AFTER_SECONDS });
    }
    reply.textHold = { isComposed: false, release };
    reply.raw.once('close', () => releaseTexts(reply));
  };
  app.decorateReply('textHold', null);
  app.decorateReply('holdTexts', async function holdTexts(this: FastifyReply, bytes: number) {
    if (bytes <= SMALL_BYTES) return;
    const release = await turns.take(
      `${this.request.actor?.instructorId ?? this.request.ip}`,
      Math.min(bytes, TEXTS.accountBytes),
    );
    hold(this, release);
  });
  app.decorateReply('letNextBegin', function letNextBegin(this: FastifyReply, bytes: number) {
    if (bytes <= SMALL_BYTES) this.textHold?.release();
  });
  app.addHook('preValidation', async ({ actor, routeOptions }, reply) => {
    if (routeOptions.config.isLong !== true || actor === null) return;
    const release = await turnsOfLong.take(String(actor.instructorId), 1);
    if (release !== undefined && reply.raw.closed) {
      // The client has hung up while it waited, such as a search that a newer one replaces.
      release();
      reply.hijack();
      return;
    }
    hold(reply, release);
  });
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (reply.textHold !== null) {
      reply.textHold.isComposed = true;
      // A small answer need not be received before the next one is composed.
      if (typeof payload === 'string' && payload.length <= SMALL_BYTES) reply.textHold.release();
      releaseTexts(reply);
    }
    done();
  });
}

/** A client that hangs up does not stop the handler: it may still be reading the texts. */
function releaseTexts({ raw, textHold }: FastifyReply): void {
  if (textHold?.isComposed === true && raw.closed) textHold.release();
}

interface Waiting {
  readonly account: string;
  readonly bytes: number;
  begin(release: () => void): void;
}

/** Who may hold texts now, and who is next. */
class TextTurns {
  readonly #budget: ByteBudget;
  readonly #waiting = new Set<Waiting>();
  readonly #clock: Clock;

  constructor(clock: Clock, most: { readonly processBytes: number; readonly accountBytes: number }) {
    this.#clock = clock;
    this.#budget = new ByteBudget(most);
  }

  /** Returns how to give the bytes back; undefined when too many of the account wait, or it waited too long. */
  async take(account: string, bytes: number): Promise<(() => void) | undefined> {
    const reserved = this.#budget.reserve(account, bytes);
    if (typeof reserved !== 'string') return this.#thenNext(reserved);
    const ofAccount = [...this.#waiting].filter((each) => each.account === account);
    if (ofAccount.length >= MOST_WAITING_OF_ACCOUNT) return undefined;
    return new Promise((resolve) => {
      const waiting: Waiting = {
        account,
        bytes,
        begin: (release) => {
          cancelRefusal();
          this.#waiting.delete(waiting);
          resolve(this.#thenNext(release));
        },
      };
      const cancelRefusal = this.#clock.after(LONGEST_WAIT_MILLISECONDS, () => {
        this.#waiting.delete(waiting);
        resolve(undefined);
      });
      this.#waiting.add(waiting);
    });
  }

  readonly #thenNext = (release: () => void) => (): void => {
    release();
    for (const waiting of this.#waiting) {
      const reserved = this.#budget.reserve(waiting.account, waiting.bytes);
      if (typeof reserved !== 'string') waiting.begin(reserved);
    }
  };
}
