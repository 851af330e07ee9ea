import type { Clock } from '../clock.ts';
import type { Log } from '../log.ts';
import { isSupervised, type StopReason } from '../supervision/supervised-process.ts';
import type { Application } from './application.ts';

/** A process of its own usually has a load balancer in front, which looks every few seconds. */
const GRACE_SECONDS = 3;
/** Requests and uploads in progress may then take this long to finish. */
export const DRAIN_SECONDS = 15;
/** A new supervisor waits for the port in the meantime. */
const ORPHAN_LIMIT_SECONDS = 5;

interface DrainTimes {
  readonly graceMilliseconds: number;
  readonly limitMilliseconds: number;
}

/**
 * How long an api process continues after it was asked to stop. Under `npm start` it has no grace: no other process on the
 * machine would serve in the meantime. After its supervisor's death it hurries, since the next one needs its port.
 */
export const drainTimes = (reason: StopReason): DrainTimes =>
  reason === 'supervisor-gone'
    ? { graceMilliseconds: 0, limitMilliseconds: ORPHAN_LIMIT_SECONDS * 1000 }
    : {
        graceMilliseconds: isSupervised() ? 0 : GRACE_SECONDS * 1000,
        limitMilliseconds: DRAIN_SECONDS * 1000,
      };

/**
 * Ends an application's service. For the grace it serves on, so that load balancers see that it is not ready any more;
 * then it takes no new connections, streams of events end, and requests under way, uploads too, get the limit to
 * end. What is left after that is cut off.
 */
export async function drain(
  app: Application,
  { graceMilliseconds, limitMilliseconds, log, clock }: DrainTimes & { log: Log; clock: Clock },
): Promise<void> {
  await clock.sleep(graceMilliseconds);
  const cancelCut = clock.after(limitMilliseconds, () => {
    log.warn({ seconds: limitMilliseconds / 1000 }, 'Requests did not end in time and are cut off.');
    app.server.closeAllConnections();
  });
  await app.close();
  cancelCut();
}
