import { createHash, randomBytes, randomUUID } from 'node:crypto';
import {
  PLACEHOLDER_API_KEY,
  type EndedAccess,
  type RefreshedTokens,
  type Session,
  type User,
  type AccountSession,
} from '#contract/accounts.ts';
import type { Actor } from '#server/actor.ts';
import { inTransaction, type Database } from '#server/platform/database/database.ts';
import type { SignInMethod } from '#server/platform/database/sign-in-tables.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { announce } from '#server/platform/events/event-bus.ts';
import { ProblemError, notFound } from '#server/platform/problem-error.ts';
import { createAccessToken } from '#server/platform/security/access-tokens.ts';
import { clientNetwork } from '#server/platform/security/client-network.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { findUserById, type UserRow } from './account.store.ts';
import { getSignInKey } from './api-keys.ts';
import { confirmPassword, type PasswordCheck } from './check-password.ts';
import { describeDevice } from './describe-device.ts';
import {
  insertRefreshToken,
  insertSession,
  touchSession,
  deleteSession,
  findRefreshToken,
  lockSession,
  markRefreshTokenSpent,
  deleteSessionsOf,
  listSessionsOf,
  type SessionRow,
} from './session.store.ts';
import { awaitsSecondFactor } from './two-factor/two-factor.store.ts';

const DAY_MILLISECONDS = 24 * 3600 * 1000;

/** Where someone signs in from. */
export interface Caller {
  readonly address: string;
  readonly userAgent: string | undefined;
  /** What the browser kept of an earlier login (device-tokens.ts). */
  readonly deviceToken: string | undefined;
}

/** Refresh tokens are 256 random bits, so that a plain hash hides them well enough. */
const hashRefreshToken = (token: string): Buffer => createHash('sha256').update(token).digest();

/** When a session ends if it is not used after `usedAt`, and when it ends regardless of use. */
const expiryAfter = ({ config }: Pick<Dependencies, 'config'>, usedAt: Date, beganAt = usedAt): Date =>
  new Date(
    Math.min(
      usedAt.getTime() + config.sessions.days * DAY_MILLISECONDS,
      beganAt.getTime() + config.sessions.maximumDays * DAY_MILLISECONDS,
    ),
  );

/** Makes an access token and a refresh token of the session. Stores only the refresh token's hash. */
async function issueTokens(
  dependencies: Pick<Dependencies, 'clock' | 'secrets'>,
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
  return { access: await createAccessToken(dependencies.secrets, of, dependencies.clock.now()), refresh };
}

/** New tokens for a continuing session. */
async function renewSession(
  dependencies: Pick<Dependencies, 'clock' | 'config' | 'secrets'>,
  transaction: Database,
  of: { userId: number; sessionId: string; beganAt: Date; now: Date; address: string },
): Promise<Pick<RefreshedTokens, 'access' | 'refresh'>> {
  const expiresAt = expiryAfter(dependencies, of.now, of.beganAt);
  await touchSession(transaction, of.sessionId, {
    last_used_at: of.now,
    expires_at: expiresAt,
    network: clientNetwork(of.address),
  });
  return issueTokens(dependencies, transaction, { ...of, expiresAt });
}

/** What people may see of their row. */
export const presentUser = (user: UserRow): User => ({
  id: user.id,
  email: user.email,
  name: user.name,
  department: user.department,
  is_active: user.is_active,
  is_staff: user.is_staff,
});

/** Whose a session is. Each user is their own instructor. */
const presentOwner = (user: UserRow): Omit<RefreshedTokens, 'access' | 'refresh'> => ({
  user: presentUser(user),
  user_id: user.id,
  instructor_id: user.id,
  department: user.department,
});

const presentSetUp = (mustSetUp: boolean): { two_factor_setup_required?: true } =>
  mustSetUp ? { two_factor_setup_required: true } : {};

/** What registration and login answer: the tokens of a new session, the API key, and the user. */
export async function openSession(
  dependencies: Pick<Dependencies, 'clock' | 'config' | 'secrets'>,
  transaction: Database,
  user: UserRow,
  caller: Caller,
  method: SignInMethod = 'password',
): Promise<Session> {
  const sessionId = randomUUID();
  const expiresAt = expiryAfter(dependencies, new Date());
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

/** The session of a sign-in that may have been the first proof of whose the account's address is. */
export const sayWhatEnded = (session: Session, ended: EndedAccess | undefined): Session =>
  ended === undefined ? session : { ...session, ended_by_verification: ended };

/** Two tabs that refresh at once with one token are one person, not a thief. */
const GRACE_MILLISECONDS = 10_000;

/**
 * Spends a refresh token and returns new tokens, and whose they are. A token spent longer ago than the grace betrays
 * that it was copied: its session ends, with all its tokens (RFC 9700, section 4.14).
 * @param address the IP address that the request came from.
 * @throws {ProblemError} token_invalid.
 */
export async function refreshSession(
  dependencies: Pick<Dependencies, 'clock' | 'config' | 'database' | 'secrets'>,
  refresh: string,
  address: string,
): Promise<RefreshedTokens> {
  const hash = hashRefreshToken(refresh);
  // The end of a session must be committed, so the refusal is thrown after the transaction.
  const tokens = await inTransaction(dependencies.database, async (transaction) => {
    const now = new Date();
    const known = await findRefreshToken(transaction, hash);
    if (known === undefined) return undefined;
    const session = await lockSession(transaction, known.session_id);
    if (session === undefined) return undefined;
    // Read again: of two refreshes with one token the second sees what the first did.
    const token = await findRefreshToken(transaction, hash);
    if (token === undefined || token.expires_at <= now) return undefined;
    // The setting may have been shortened since the token was created.
    if (expiryAfter(dependencies, session.last_used_at, session.created_at) <= now) return undefined;
    if (token.spent_at !== null && now.getTime() - token.spent_at.getTime() > GRACE_MILLISECONDS) {
      await deleteSession(transaction, token.session_id, token.user_id);
      await recordAudit(transaction, 'token_reuse_detected', {
        outcome: 'failed',
        on: ['account', token.user_id],
      });
      await announce(transaction, { kind: 'access_ended', userId: token.user_id });
      return undefined;
    }
    const user = await findUserById(transaction, token.user_id);
    if (user?.is_active !== true) return undefined;
    if (token.spent_at === null) await markRefreshTokenSpent(transaction, token.id, now);
    const of = { userId: user.id, sessionId: token.session_id, beganAt: session.created_at, now, address };
    const mustSetUp = await awaitsSecondFactor(transaction, user, session.method);
    const renewed = await renewSession(dependencies, transaction, of);
    return { ...renewed, ...presentOwner(user), ...presentSetUp(mustSetUp) };
  });
  if (tokens === undefined) {
    throw new ProblemError('session_ended');
  }
  return tokens;
}

/**
 * Ends the session that the refresh token is of, its access tokens included. A token that is not known has nothing to
 * end. Returns whose session it was.
 */
export const logOut = (
  dependencies: Pick<Dependencies, 'database'>,
  refresh: string,
): Promise<number | undefined> =>
  inTransaction(dependencies.database, async (transaction) => {
    const token = await findRefreshToken(transaction, hashRefreshToken(refresh));
    if (token === undefined) return undefined;
    if (await deleteSession(transaction, token.session_id, token.user_id)) {
      await recordAudit(transaction, 'sign_out', { by: token.user_id, on: ['session', token.session_id] });
    }
    await announce(transaction, { kind: 'access_ended', userId: token.user_id });
    return token.user_id;
  });

type Needed = Pick<Dependencies, 'config' | 'database' | 'rateLimits'>;

/** Where the actor is signed in; last used first. */
export async function listSessions(
  dependencies: Pick<Dependencies, 'database'>,
  actor: Actor,
): Promise<AccountSession[]> {
  const rows = await listSessionsOf(dependencies.database, actor.userId, new Date());
  return rows.map((row) => presentSession(actor, row));
}

/**
 * Ends one of the actor's sessions, also the one they use.
 * @throws {ProblemError} not_found; validation_failed on `password`; too_many_requests.
 */
export async function endSession(
  dependencies: Needed,
  actor: Actor,
  id: string,
  check: PasswordCheck,
): Promise<void> {
  await confirmPassword(dependencies, actor, check);
  await inTransaction(dependencies.database, async (transaction) => {
    if (!(await deleteSession(transaction, id, actor.userId))) throw notFound('session');
    await recordAudit(transaction, 'session_ended', { by: actor.userId, on: ['session', id] });
    await announce(transaction, { kind: 'access_ended', userId: actor.userId });
  });
}

/**
 * Ends all of the actor's sessions but the one they use. With an API key alone, that is all of them.
 * @throws {ProblemError} validation_failed on `password`; too_many_requests.
 */
export async function endOtherSessions(
  dependencies: Needed,
  actor: Actor,
  check: PasswordCheck,
): Promise<void> {
  await confirmPassword(dependencies, actor, check);
  await inTransaction(dependencies.database, async (transaction) => {
    await deleteSessionsOf(transaction, actor.userId, actor.sessionId);
    await recordAudit(transaction, 'sessions_ended', { by: actor.userId, on: ['account', actor.userId] });
    await announce(transaction, { kind: 'access_ended', userId: actor.userId });
  });
}

const presentSession = (actor: Actor, session: SessionRow): AccountSession => ({
  id: session.id,
  device: session.device === '' ? 'Unknown device' : session.device,
  network: session.network,
  created_at: session.created_at.toISOString(),
  last_used_at: session.last_used_at.toISOString(),
  expires_at: session.expires_at.toISOString(),
  current: session.id === actor.sessionId,
});
