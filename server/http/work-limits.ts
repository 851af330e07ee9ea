import type { Dependencies } from '../ports.ts';
import { ProblemError } from '../problem-error.ts';
import type { Application } from './application.ts';

/** Some of the waiting work is done by then. */
const RETRY_AFTER_SECONDS = 60;

/**
 * Keeps one person from taking all workers for themselves: calls that give them work are counted by the hour, and
 * refused with 429 while very many of the person's jobs still wait. Must be registered after the authentication;
 * it asks before the body is read.
 */
export function limitWork(app: Application, { config, jobs, rateLimits }: Dependencies): void {
  const { jobsPerInstructor } = config.operations.limits;
  app.addHook('onRequest', async ({ actor, routeOptions }) => {
    const kind = routeOptions.config.work?.kind;
    if (kind === undefined || actor === null) return;
    // Answers are given by this process: work that waits for a worker does not hold them up.
    if (kind !== 'answer' && (await jobs.countWaitingOf(actor.instructorId)) >= jobsPerInstructor) {
      throw new ProblemError(
        'too_many_requests',
        'Very much of your work is waiting already. Try again when some of it is done.',
        { retryAfterSeconds: RETRY_AFTER_SECONDS },
      );
    }
    await rateLimits.countWork(actor.instructorId, kind);
  });
}
