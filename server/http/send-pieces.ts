import type { FastifyReply } from 'fastify';
import { Readable } from 'node:stream';

/** A shorter answer is sent in one piece, so that a failure while reading it still gets an error status. */
const SHORT_CHARACTERS = 256 * 1024;

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
  return reply.send(
    Readable.from(
      (async function* rest() {
        yield* first.splice(0);
        yield* pieces;
      })(),
      { objectMode: false },
    ),
  );
}
