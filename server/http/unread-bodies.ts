import type { Application } from './application.ts';

/** How long a client may go on sending a body that nobody reads: nginx's `lingering_time`. */
const LINGERING_MILLISECONDS = 30_000;

/**
 * When a request is answered before its body has arrived (a wrong key, a file of the wrong kind), the rest of the
 * body is read and thrown away, so that the client gets to read the answer: closing at once would make the
 * connection fail under its hands (RFC 9112, section 9.6). A client that does not come to an end is cut off.
 */
export function discardUnreadBodies(app: Application): void {
  app.addHook('onSend', (request, reply, _payload, done) => {
    const { raw } = request;
    if (!raw.complete && !raw.destroyed) {
      // Fastify means to close the connection; that would reset it while the client still sends.
      if (reply.hasHeader('connection')) reply.removeHeader('connection');
      raw.unpipe();
      raw.resume();
      const cut = setTimeout(() => raw.socket.destroy(), LINGERING_MILLISECONDS).unref();
      raw.once('end', () => clearTimeout(cut));
      raw.once('close', () => clearTimeout(cut));
    }
    done();
  });
}
