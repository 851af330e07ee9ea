import type { FastifyReply } from 'fastify';
import type { OutgoingHttpHeaders } from 'node:http';
import type { Clock } from '../clock.ts';

/** Proxies close connections that say nothing for a while. */
const HEARTBEAT_MILLISECONDS = 15_000;
/** A client that does not read for this long is cut off. */
const UNREAD_MILLISECONDS = 30_000;

/** An answer made of server-sent events (HTML standard, section 9.2). */
export interface EventStream {
  /** Sends one event at once, and waits while the reader is behind. Does nothing when the reader is gone. */
  send(name: string, data: object): Promise<void>;
  end(): void;
}

/** Takes an answer over from Fastify and says that it is a stream of events. */
export function beginEventStream(reply: FastifyReply): FastifyReply['raw'] {
  reply.hijack();
  const { raw } = reply;
  // What hooks said so far, such as who may read this from another origin, goes along.
  raw.writeHead(200, {
    ...(reply.getHeaders() as OutgoingHttpHeaders),
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
    'x-content-type-options': 'nosniff',
  });
  // Otherwise they wait for the first event, and the reader does not know that it is connected.
  raw.flushHeaders();
  return raw;
}

/** Begins an answer of events that wait for their reader. From here on Fastify has no part in it. */
export function openEventStream(reply: FastifyReply, clock: Clock): EventStream {
  const raw = beginEventStream(reply);
  const stopHeartbeat = clock.every(HEARTBEAT_MILLISECONDS, () => {
    if (!raw.writableNeedDrain) raw.write(': still here\n\n');
  });
  raw.once('close', stopHeartbeat);
  // `close` reports a reader that is gone; the error that may accompany it adds nothing.
  raw.on('error', () => undefined);

  const whenRead = (): Promise<void> =>
    new Promise((resolve) => {
      const cancelCut = clock.after(UNREAD_MILLISECONDS, () => raw.destroy());
      const end = (): void => {
        cancelCut();
        raw.off('drain', end).off('close', end);
        resolve();
      };
      raw.once('drain', end).once('close', end);
    });

  return {
    send: async (name, data) => {
      if (raw.destroyed || raw.writableEnded) return;
      if (!raw.write(`event: ${name}\ndata: ${JSON.stringify(data)}\n\n`)) await whenRead();
    },
    end: () => {
      stopHeartbeat();
      raw.end();
    },
  };
}
