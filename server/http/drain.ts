import type { Clock } from '../clock.ts';
import type { Log } from '../log.ts';
import type { DrainConfig } from '../operations-config.ts';
import { isSupervised, type StopReason } from '../supervision/supervised-process.ts';
import type { Application } from './application.ts';

/** A process of its own usually has a load balancer in front, which looks every few seconds. */
const GRACE_SECONDS = 3;
/** A new supervisor waits for the port meanwhile. */
const ORPHAN_LIMIT_SECONDS = 5;

interface DrainTimes {
  readonly graceMilliseconds: number;
  readonly limitMilliseconds: number;
}

/**
 * How long an api process goes on after it was asked to stop. Under `npm start` it has no grace unless one is set: on
 * one machine nobody else would serve meanwhile. After its supervisor's death it hurries, since the next one needs
 * its port.
 */
export function drainTimes(config: DrainConfig, reason: StopReason): DrainTimes {
  if (reason === 'supervisor-gone') {
    const limitSeconds = Math.min(config.limitSeconds, ORPHAN_LIMIT_SECONDS);
    return { graceMilliseconds: 0, limitMilliseconds: limitSeconds * 1000 };
  }
  const graceSeconds = config.graceSeconds ?? (isSupervised() ? 0 : GRACE_SECONDS);
  return { graceMilliseconds: graceSeconds * 1000, limitMilliseconds: config.limitSeconds * 1000 };
}

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
