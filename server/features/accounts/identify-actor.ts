import type { Actor } from '#server/actor.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { findAccessTokenClaims } from '#server/platform/security/access-tokens.ts';
import { hashApiKey } from '#server/platform/security/api-keys.ts';
import { findUserByApiKeyHash, listActiveUsers } from './account.store.ts';
import { findUserOfApiKey, touchApiKey, listLiveApiKeys } from './api-key.store.ts';
import { findUserOfSession, listLiveSessions } from './session.store.ts';

type Needed = Pick<Dependencies, 'clock' | 'database' | 'secrets'>;

/** When a key was last used is exact to this much; a write for each request would cost more than the request. */
const LAST_USE_MILLISECONDS = 3600 * 1000;

const toActor = (
  user: { id: number; is_active: boolean; is_staff: boolean } | undefined,
): Actor | undefined =>
  user?.is_active === true
    ? { userId: user.id, instructorId: user.id, isAdministrator: user.is_staff }
    : undefined;

/**
 * The active user that an access token names, and until when. A session that has ended, and a user who was deleted or
 * deactivated, count as none.
 */
export async function findActorByAccessToken(
  dependencies: Needed,
  token: string,
): Promise<{ actor: Actor; expiresAt: Date } | undefined> {
  const claims = await findAccessTokenClaims(dependencies.secrets, token, dependencies.clock.now());
  if (claims === undefined) return undefined;
  const { sessionId, expiresAt } = claims;
  const user = await findUserOfSession(dependencies.database, sessionId);
  const actor = toActor(user);
  if (user === undefined || actor?.userId !== claims.userId) return undefined;
  return { actor: { ...actor, sessionId, mustSetUpTwoFactor: user.awaits_second_factor }, expiresAt };
}

/** The active user whose API key this is: the one that login returns, or a named one that has not expired. */
export async function findActorByApiKey(dependencies: Needed, apiKey: string): Promise<Actor | undefined> {
  const { database } = dependencies;
  const hash = hashApiKey(dependencies.secrets, apiKey);
  const owner = await findUserByApiKeyHash(database, hash);
  if (owner !== undefined) return toActor(owner);
  const now = new Date();
  const named = await findUserOfApiKey(database, hash, now);
  const actor = toActor(named);
  if (named === undefined || actor === undefined) return undefined;
  if (now.getTime() - (named.last_used_at?.getTime() ?? 0) > LAST_USE_MILLISECONDS) {
    await touchApiKey(database, named.api_key_id, now);
  }
  return { ...actor, apiKeyId: named.api_key_id };
}

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
