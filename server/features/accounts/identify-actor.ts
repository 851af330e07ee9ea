import type { Actor, Dependencies } from '../../ports.ts';
import { findAccessTokenClaims } from '../../security/access-tokens.ts';
import { hashApiKey } from '../../security/api-keys.ts';
import { findUserByApiKeyHash } from './account.store.ts';
import { findUserOfSession } from './session.store.ts';

type Needed = Pick<Dependencies, 'database' | 'secrets'>;

const toActor = (user: { id: number; is_active: boolean } | undefined): Actor | undefined =>
  user?.is_active === true ? { userId: user.id, instructorId: user.id } : undefined;

/**
 * The active user that an access token names, and until when. A session that has ended, and a user who was deleted or
 * deactivated, count as none.
 */
export async function findActorByAccessToken(
  dependencies: Needed,
  token: string,
): Promise<{ actor: Actor; expiresAt: Date } | undefined> {
  const claims = await findAccessTokenClaims(dependencies.secrets, token);
  if (claims === undefined) return undefined;
  const { sessionId, expiresAt } = claims;
  const actor = toActor(await findUserOfSession(dependencies.database, sessionId));
  return actor?.userId === claims.userId ? { actor: { ...actor, sessionId }, expiresAt } : undefined;
}

/** The active user whose API key this is. */
export async function findActorByApiKey(dependencies: Needed, apiKey: string): Promise<Actor | undefined> {
  return toActor(await findUserByApiKeyHash(dependencies.database, hashApiKey(dependencies.secrets, apiKey)));
}
