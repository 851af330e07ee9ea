import type { Dependencies } from '../ports.ts';
import type { Application } from './application.ts';

/**
 * Keeps one person from taking all workers for themselves: calls that give them work are counted by the hour, and
 * refused with 429 while very many of the person's jobs still wait. Must be registered after the authentication;
 * it asks before the body is read. The queue itself asks again when a job is enqueued.
 */
export function limitWork(
  app: Application,
  { jobs, rateLimits }: Pick<Dependencies, 'jobs' | 'rateLimits'>,
): void {
  app.addHook('onRequest', async ({ actor, routeOptions }) => {
    const kind = routeOptions.config.work?.kind;
    if (kind === undefined || actor === null) return;
    // Answers are given by this process: work that waits for a worker does not hold them up.
    if (kind !== 'answer') await jobs.refuseTooMany(actor.instructorId);
    await rateLimits.countWork(actor.instructorId, kind);
  });
}
