import type { FastifyRequest } from 'fastify';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Clock } from '../clock.ts';
import type { Application } from './application.ts';
import { answerFaultyHttp } from './error-handler.ts';

/** A network may fail for a moment; a client that sends this little over two checks is too slow. */
const LOOK_MILLISECONDS = 30_000;
const LEAST_BYTES_A_LOOK = 1_024;
const SLOW_LOOKS = 2;
/** Bodies that are read whole must come in this time; streamed ones, uploads, may take hours. */
const FIRST_SECONDS = 30;
const LEAST_BYTES_A_SECOND = 32 * 1024;

interface Arrival {
  readonly raw: IncomingMessage;
  readonly answer: ServerResponse;
  readonly deadline: number;
  bytesSeen: number;
  slowLooks: number;
}

/**
 * Hangs up on bodies that trickle in, a byte a minute say, to hold a connection open. A reader of ours that is behind
 * is not the client's fault.
 */
export function refuseSlowBodies(
  app: Application,
  headers: Readonly<Record<string, string>>,
  clock: Clock,
): void {
  const arriving = new Set<Arrival>();
  const stopLooking = clock.every(LOOK_MILLISECONDS, () => {
    for (const arrival of arriving) look(arrival);
  });
  app.addHook('onClose', () => {
    stopLooking();
    return Promise.resolve();
  });
  app.addHook('onRequest', (request, reply, done) => {
    const { raw } = request;
    if (hasBody(raw)) {
      const arrival: Arrival = {
        raw,
        answer: reply.raw,
        deadline: clock.monotonic() + millisecondsFor(request),
        bytesSeen: raw.socket.bytesRead,
        slowLooks: 0,
      };
      arriving.add(arrival);
      raw.once('close', () => arriving.delete(arrival));
    }
    done();
  });

  function look(arrival: Arrival): void {
    const { raw, answer } = arrival;
    if (raw.complete) {
      arriving.delete(arrival);
      return;
    }
    // What has come lies unread.
    const isOurFault = raw.readableLength > 0;
    const bytes = raw.socket.bytesRead - arrival.bytesSeen;
    arrival.bytesSeen = raw.socket.bytesRead;
    arrival.slowLooks = !isOurFault && bytes < LEAST_BYTES_A_LOOK ? arrival.slowLooks + 1 : 0;
    if (arrival.slowLooks < SLOW_LOOKS && clock.monotonic() < arrival.deadline) return;
    arriving.delete(arrival);
    if (answer.headersSent) raw.socket.destroy();
    else
      answerFaultyHttp(headers)(
        Object.assign(new Error('Too slow'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }),
        raw.socket,
      );
  }
}

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/** How long the whole body may take. */
function millisecondsFor({ raw, routeOptions }: FastifyRequest): number {
  if (routeOptions.config.holds === 'upload') return Number.POSITIVE_INFINITY;
  const bytes = Number(raw.headers['content-length'] ?? routeOptions.bodyLimit);
  const seconds = FIRST_SECONDS + Math.min(bytes, routeOptions.bodyLimit) / LEAST_BYTES_A_SECOND;
  return seconds * 1000;
}
