import { createHash, randomBytes, randomUUID } from 'node:crypto';
import {
  PLACEHOLDER_API_KEY,
  type RefreshedTokens,
  type Session,
  type User,
} from '../../../contract/accounts.ts';
import type { Database } from '../../database/database.ts';
import type { SignInMethod } from '../../database/sign-in-tables.ts';
import type { Dependencies } from '../../ports.ts';
import { createAccessToken } from '../../security/access-tokens.ts';
import { clientNetwork } from '../../security/client-network.ts';
import type { UserRow } from './account.store.ts';
import { describeDevice } from './describe-device.ts';
import { getSignInKey } from './get-sign-in-key.ts';
import { insertRefreshToken, insertSession, touchSession } from './session.store.ts';
import { awaitsSecondFactor } from './two-factor/two-factor.store.ts';

const REFRESH_TOKEN_DAYS = 30;
/** However often it is renewed, a session ends then, and the password is asked for again. */
const SESSION_DAYS = 180;
const DAY_MILLISECONDS = 24 * 3600 * 1000;

/** From where somebody signs in. */
export interface Caller {
  readonly address: string;
  readonly userAgent: string | undefined;
  /** What the browser kept of an earlier login (device-tokens.ts). */
  readonly deviceToken: string | undefined;
}

/** Refresh tokens are 256 random bits, so that a plain hash hides them well enough. */
export const hashRefreshToken = (token: string): Buffer => createHash('sha256').update(token).digest();

const expiryAfter = (now: Date, beganAt = now): Date =>
  new Date(
    Math.min(
      now.getTime() + REFRESH_TOKEN_DAYS * DAY_MILLISECONDS,
      beganAt.getTime() + SESSION_DAYS * DAY_MILLISECONDS,
    ),
  );

/** Makes an access token and a refresh token of the session. Stores only the refresh token's hash. */
async function issueTokens(
  dependencies: Pick<Dependencies, 'secrets'>,
  database: Database,
  of: { userId: number; sessionId: string; expiresAt: Date },
): Promise<Pick<RefreshedTokens, 'access' | 'refresh'>> {
  const refresh = randomBytes(32).toString('base64url');
  await insertRefreshToken(database, {
    id: randomUUID(),
    user_id: of.userId,
    session_id: of.sessionId,
    token_hash: hashRefreshToken(refresh),
    expires_at: of.expiresAt,
  });
  return { access: await createAccessToken(dependencies.secrets, of), refresh };
}

/** New tokens for a session that goes on. */
export async function renewSession(
  dependencies: Pick<Dependencies, 'secrets'>,
  transaction: Database,
  of: { userId: number; sessionId: string; beganAt: Date; now: Date; address: string },
): Promise<Pick<RefreshedTokens, 'access' | 'refresh'>> {
  const expiresAt = expiryAfter(of.now, of.beganAt);
  await touchSession(transaction, of.sessionId, {
    last_used_at: of.now,
    expires_at: expiresAt,
    network: clientNetwork(of.address),
  });
  return issueTokens(dependencies, transaction, { ...of, expiresAt });
}

/** What a person is told of their own row. */
export const presentUser = (user: UserRow): User => ({
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

export const presentSetUp = (mustSetUp: boolean): { two_factor_setup_required?: true } =>
  mustSetUp ? { two_factor_setup_required: true } : {};

/** What registration and login answer: the tokens of a new session, the API key, and the user. */
export async function openSession(
  dependencies: Pick<Dependencies, 'secrets'>,
  transaction: Database,
  user: UserRow,
  caller: Caller,
  method: SignInMethod = 'password',
): Promise<Session> {
  const sessionId = randomUUID();
  const expiresAt = expiryAfter(new Date());
  await insertSession(transaction, {
    id: sessionId,
    user_id: user.id,
    device: describeDevice(caller.userAgent),
    network: clientNetwork(caller.address),
    method,
    expires_at: expiresAt,
  });
  const tokens = await issueTokens(dependencies, transaction, { userId: user.id, sessionId, expiresAt });
  const mustSetUp = await awaitsSecondFactor(transaction, user, method);
  return {
    ...tokens,
    // A key works without a code, so it would lead around what is required.
    api_key: mustSetUp ? PLACEHOLDER_API_KEY : await getSignInKey(dependencies, transaction, user),
    ...presentOwner(user),
    username: user.email,
    email: user.email,
    ...presentSetUp(mustSetUp),
  };
}
