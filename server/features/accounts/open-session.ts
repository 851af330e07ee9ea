import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type { RefreshedTokens, Session, User } from '../../../contract/accounts.ts';
import type { Database } from '../../database/database.ts';
import type { Dependencies } from '../../ports.ts';
import { createAccessToken } from '../../security/access-tokens.ts';
import { decryptApiKey } from '../../security/api-keys.ts';
import { insertRefreshToken, type UserRow } from './account.store.ts';

const REFRESH_TOKEN_DAYS = 30;
const DAY_MILLISECONDS = 24 * 3600 * 1000;

/** Refresh tokens are 256 random bits, so that a plain hash hides them well enough. */
export const hashRefreshToken = (token: string): Buffer => createHash('sha256').update(token).digest();

/** Makes an access token and a refresh token of the family. Stores only the refresh token's hash. */
export async function issueTokens(
  dependencies: Pick<Dependencies, 'secrets'>,
  database: Database,
  userId: number,
  familyId: string,
): Promise<Pick<RefreshedTokens, 'access' | 'refresh'>> {
  const refresh = randomBytes(32).toString('base64url');
  await insertRefreshToken(database, {
    id: randomUUID(),
    user_id: userId,
    family_id: familyId,
    token_hash: hashRefreshToken(refresh),
    expires_at: new Date(Date.now() + REFRESH_TOKEN_DAYS * DAY_MILLISECONDS),
  });
  return { access: await createAccessToken(dependencies.secrets, userId), refresh };
}

const presentUser = (user: UserRow): User => ({
  id: user.id,
  email: user.email,
  name: user.name,
  department: user.department,
  is_active: user.is_active,
  is_staff: user.is_staff,
});

/** Whose a session is. Each user is their own instructor. */
export const presentOwner = (user: UserRow): Omit<RefreshedTokens, 'access' | 'refresh'> => ({
  user: presentUser(user),
  user_id: user.id,
  instructor_id: user.id,
  department: user.department,
});

/** What registration and login answer: new tokens of a new family, the API key, and the user. */
export async function openSession(
  dependencies: Pick<Dependencies, 'secrets'>,
  database: Database,
  user: UserRow,
): Promise<Session> {
  const tokens = await issueTokens(dependencies, database, user.id, randomUUID());
  return {
    ...tokens,
    api_key: decryptApiKey(dependencies.secrets, user.api_key_encrypted),
    ...presentOwner(user),
    username: user.email,
    email: user.email,
  };
}
