import type { Clock } from '../clock.ts';
import type { Log } from '../log.ts';
import { isSupervised, type StopReason } from '../supervision/supervised-process.ts';
import type { Application } from './application.ts';

/** A separately started process usually has a load balancer in front, which checks every few seconds. */
const GRACE_SECONDS = 3;
/** How long requests and uploads in progress may then take to finish. */
export const DRAIN_SECONDS = 15;
/** A new supervisor waits for the port during this time. */
const ORPHAN_LIMIT_SECONDS = 5;

interface DrainTimes {
  readonly graceMilliseconds: number;
  readonly limitMilliseconds: number;
}

/**
 * How long an api process keeps serving after it is asked to stop. Under `npm start` it has no grace period, because no other process
 * could take over. After its supervisor died it stops sooner, because the next supervisor needs its port.
 */
export const drainTimes = (reason: StopReason): DrainTimes =>
  reason === 'supervisor-gone'
    ? { graceMilliseconds: 0, limitMilliseconds: ORPHAN_LIMIT_SECONDS * 1000 }
    : {
        graceMilliseconds: isSupervised() ? 0 : GRACE_SECONDS * 1000,
        limitMilliseconds: DRAIN_SECONDS * 1000,
      };

/**
 * Stops serving an application. It keeps serving for the grace period, so that load balancers notice that it is no longer ready;
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
