import { findEndedAccess } from '../features/accounts/find-ended-access.ts';
import type { Actor, Dependencies } from '../ports.ts';
import type { Application } from './application.ts';

/** How long an answer goes on at most after its access ended without an announcement. One query for all answers. */
const CHECK_MILLISECONDS = 10_000;

/** Ends long answers whose account is disabled, or whose session or key has ended. */
export interface AccessFollower {
  /** Calls `end` once the actor may do nothing any more. Returns how to stop following. */
  follow(actor: Actor, end: () => void): () => void;
}

export function followAccess(
  app: Application,
  dependencies: Pick<Dependencies, 'database' | 'events' | 'log'>,
): AccessFollower {
  /** What ends each answer, and whose it is: two answers may share one actor. */
  const followed = new Map<() => void, Actor>();
  const check = (actors: readonly Actor[]): void => {
    findEndedAccess(dependencies, actors).then(
      (ended) => {
        for (const [end, actor] of followed) if (ended.has(actor)) end();
      },
      (error: unknown) => {
        dependencies.log.warn(
          { err: error },
          'Answers under way could not be checked; the next check follows.',
        );
      },
    );
  };
  const checking = setInterval(() => check([...followed.values()]), CHECK_MILLISECONDS);
  const stopListening = dependencies.events.subscribe((announcement) => {
    if (announcement.kind !== 'access_ended') return;
    // Another session of the same person may be the one that ended.
    check([...followed.values()].filter(({ userId }) => userId === announcement.userId));
  });
  app.addHook('onClose', () => {
    clearInterval(checking);
    stopListening();
    return Promise.resolve();
  });
  return {
    follow(actor, end) {
      const entry = (): void => end();
      followed.set(entry, actor);
      return () => void followed.delete(entry);
    },
  };
}
