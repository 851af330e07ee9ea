import type { Actor, Dependencies } from '../../ports.ts';
import { listActiveUsers } from './account.store.ts';
import { listLiveApiKeys } from './api-key.store.ts';
import { listLiveSessions } from './session.store.ts';

/** Which of these actors may do nothing any more: their account is disabled, or their session or key has ended. */
export async function findEndedAccess(
  { database }: Pick<Dependencies, 'database'>,
  actors: readonly Actor[],
): Promise<Set<Actor>> {
  if (actors.length === 0) return new Set();
  const now = new Date();
  const idsOf = <Id>(idOf: (actor: Actor) => Id | undefined): Id[] => [
    ...new Set(actors.map(idOf).filter((id) => id !== undefined)),
  ];
  const [users, sessions, keys] = await Promise.all([
    listActiveUsers(
      database,
      idsOf(({ userId }) => userId),
    ),
    listLiveSessions(
      database,
      idsOf(({ sessionId }) => sessionId),
      now,
    ),
    listLiveApiKeys(
      database,
      idsOf(({ apiKeyId }) => apiKeyId),
      now,
    ),
  ]);
  const mayGoOn = ({ userId, sessionId, apiKeyId }: Actor): boolean =>
    users.has(userId) &&
    (sessionId === undefined || sessions.has(sessionId)) &&
    (apiKeyId === undefined || keys.has(apiKeyId));
  return new Set(actors.filter((actor) => !mayGoOn(actor)));
}
