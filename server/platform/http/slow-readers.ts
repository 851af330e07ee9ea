import type { ServerResponse } from 'node:http';
import type { Clock } from '../clock.ts';
import type { Application } from './application.ts';

const LOOK_MILLISECONDS = 5_000;
const PATIENCE_MILLISECONDS = 30_000;

interface Departure {
  readonly answer: ServerResponse;
  readBytes: number;
  /** When it was last seen to have been read further. */
  progressAt: number;
}

/**
 * Hangs up on clients that ask and do not read: what they were to get would stay in memory, and they would hold a place. Players
 * of files do pause, and hold no more than a few kilobytes.
 */
export function refuseSlowReaders(app: Application, clock: Clock): void {
  const departing = new Set<Departure>();
  const stopLooking = clock.every(LOOK_MILLISECONDS, () => {
    for (const departure of departing) look(departure);
  });
  app.addHook('onClose', () => {
    stopLooking();
    return Promise.resolve();
  });
  app.addHook('onRequest', (request, reply, done) => {
    if (!request.url.startsWith('/files/')) {
      const departure = { answer: reply.raw, readBytes: 0, progressAt: clock.monotonic() };
      departing.add(departure);
      reply.raw.once('close', () => departing.delete(departure));
    }
    done();
  });

  function look(departure: Departure): void {
    const { socket } = departure.answer;
    if (socket === null) return;
    const waitingBytes = socket.writableLength;
    const readBytes = socket.bytesWritten - waitingBytes;
    if (waitingBytes === 0 || readBytes !== departure.readBytes) {
      departure.readBytes = readBytes;
      departure.progressAt = clock.monotonic();
    } else if (clock.monotonic() - departure.progressAt >= PATIENCE_MILLISECONDS) {
      socket.destroy();
    }
  }
}
