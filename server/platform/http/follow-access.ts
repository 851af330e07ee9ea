import type { Actor } from '#server/actor.ts';
import type { Dependencies } from '#server/dependencies.ts';
import type { Application } from './application.ts';

/** The longest that an answer continues after its access ended without an announcement: by time, or by hand in the database. */
const CHECK_MILLISECONDS = 10_000;

/** Ends streamed answers whose account is disabled, or whose session or key has ended. */
export interface AccessFollower {
  /** Calls `end` when the actor's access ends. Returns a function that stops following. */
  follow(actor: Actor, end: () => void): () => void;
}

export function followAccess(
  app: Application,
  dependencies: Pick<Dependencies, 'clock' | 'events' | 'log'>,
  findEnded: (actors: readonly Actor[]) => Promise<Set<Actor>>,
): AccessFollower {
  /** What ends each answer, and whose it is: two answers may share one actor. */
  const followed = new Map<() => void, Actor>();
  const check = (actors: readonly Actor[]): void => {
    findEnded(actors).then(
      (ended) => {
        for (const [end, actor] of followed) if (ended.has(actor)) end();
      },
      (error: unknown) => {
        dependencies.log.warn(
          { err: error },
          'The access behind open streams could not be checked; the next check follows.',
        );
      },
    );
  };
  const stopChecking = dependencies.clock.every(CHECK_MILLISECONDS, () => check([...followed.values()]));
  const stopListening = dependencies.events.subscribe((announcement) => {
    if (announcement.kind !== 'access_ended') return;
    // Another session of the same person may be the one that ended.
    check([...followed.values()].filter(({ userId }) => userId === announcement.userId));
  });
  app.addHook('onClose', () => {
    stopChecking();
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
