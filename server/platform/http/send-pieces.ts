import type { FastifyReply } from 'fastify';
import { Readable } from 'node:stream';
import { spend } from '../work-context.ts';
import { jsonMilliseconds } from './paced-work.ts';

/** A shorter answer is sent in one piece, so that a failure while reading it still gets an error status. */
const SHORT_CHARACTERS = 256 * 1024;
const PIECE_CHARACTERS = 64 * 1024;
/**
 * After this much, each piece is followed by a pause while other accounts call: an account that reads gigabytes must not take all of
 * the process.
 */
const UNPACED_CHARACTERS = 4 * 1024 * 1024;
/** As many times as the piece took. */
const PAUSE = 9;

/** Sends JSON as it is read. No schema looks at it. */
export async function sendPieces(reply: FastifyReply, pieces: AsyncGenerator<string>): Promise<FastifyReply> {
  let beginning = '';
  let next = await pieces.next();
  while (next.done !== true && beginning.length < SHORT_CHARACTERS) {
    beginning += next.value;
    next = await pieces.next();
  }
  reply.type('application/json; charset=utf-8');
  if (next.done === true) return reply.send(beginning);
  const first = [beginning, next.value];
  const { workContext } = reply.request;
  spend(workContext, jsonMilliseconds(beginning.length + next.value.length));
  return reply.send(
    Readable.from(
      (async function* rest() {
        yield* first.splice(0);
        let sent = 0;
        let piece = '';
        let began = performance.now();
        try {
          for await (const part of pieces) {
            piece += part;
            if (piece.length < PIECE_CHARACTERS) continue;
            const took = performance.now() - began;
            sent += piece.length;
            spend(workContext, jsonMilliseconds(piece.length));
            yield piece;
            piece = '';
            if (sent > UNPACED_CHARACTERS) await reply.request.pauseForOthers?.(PAUSE * took);
            began = performance.now();
          }
        } catch (error) {
          // Compression hides the cause from Fastify, which would log it.
          reply.log.error({ err: error }, 'An answer ended early.');
          throw error;
        }
        yield piece;
      })(),
      { objectMode: false },
    ),
  );
}
