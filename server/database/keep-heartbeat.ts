import type { Clock } from '../clock.ts';
import type { WatchedClient } from './postgres-client.ts';

/** An answer that has not arrived when the next question is due never will. */
const HEARTBEAT_MILLISECONDS = 5_000;

/** For sessions that hold locks: PostgreSQL releases them this long after the last heartbeat it received. */
export const SESSION_IDLE_MILLISECONDS = 20_000;

/** Asks over the connection every few seconds, and breaks it off when the answer does not come. */
export function keepHeartbeat(client: WatchedClient, clock: Clock, ask: () => Promise<unknown>): void {
  let isAnswered = true;
  const stop = clock.every(HEARTBEAT_MILLISECONDS, () => {
    if (!isAnswered) {
      // The answer may have arrived while this process was too busy to read it.
      setImmediate(() => {
        if (!isAnswered) client.breakOff('no heartbeat came back.');
      });
      return;
    }
    isAnswered = false;
    ask().then(
      () => {
        isAnswered = true;
      },
      // The connection reports by itself that it broke, and a question that failed gets no answer.
      () => undefined,
    );
  });
  client.once('end', stop);
}
