import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import {
  SIGN_IN_KEY_ID,
  type AccountApiKey,
  type apiKeyRequest,
  type NewApiKey,
} from '#contract/accounts.ts';
import type { Actor } from '#server/actor.ts';
import { inTransaction, type Database } from '#server/platform/database/database.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { announce } from '#server/platform/events/event-bus.ts';
import { invalidField, notFound, ProblemError } from '#server/platform/problem-error.ts';
import {
  createApiKey,
  hashApiKey,
  encryptApiKey,
  recoverApiKey,
} from '#server/platform/security/api-keys.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { findUserById, lockUser, updateApiKey, type UserRow } from './account.store.ts';
import {
  deleteApiKey,
  deleteApiKeysOf,
  insertApiKey,
  listApiKeysOf,
  type ApiKeyRow,
} from './api-key.store.ts';
import { accountGone, confirmPassword, type PasswordCheck } from './check-password.ts';

type Needed = Pick<Dependencies, 'config' | 'database' | 'rateLimits' | 'secrets'>;

const MAXIMUM_KEYS = 20;

/**
 * The key that registration and login return, then those that the actor named, oldest first.
 * @throws {ProblemError} token_invalid when the account is gone.
 */
export async function listApiKeys(
  { database }: Pick<Dependencies, 'database'>,
  actor: Actor,
): Promise<AccountApiKey[]> {
  const [user, named] = await Promise.all([
    findUserById(database, actor.userId),
    listApiKeysOf(database, actor.userId),
  ]);
  if (user === undefined) throw accountGone();
  return [presentSignInKey(user), ...named.map((row) => ({ kind: 'named' as const, ...presentApiKey(row) }))];
}

export const countNamedApiKeys = async (
  { database }: Pick<Dependencies, 'database'>,
  { userId }: Actor,
): Promise<number> => (await listApiKeysOf(database, userId)).length;

/**
 * Makes a key with a name. Only this answer contains it: the database stores its hash.
 * @throws {ProblemError} validation_failed on `password` or `expires_at`; conflict when there are too many keys.
 */
export async function createNamedApiKey(
  dependencies: Needed,
  actor: Actor,
  { name, expires_at: expires }: z.infer<typeof apiKeyRequest>,
  check: PasswordCheck,
): Promise<NewApiKey> {
  const expiresAt = expires === undefined || expires === null ? null : new Date(expires);
  if (expiresAt !== null && expiresAt <= new Date()) {
    throw invalidField('expires_at', 'time_in_the_past');
  }
  const { id: userId } = await confirmPassword(dependencies, actor, check);
  const apiKey = createApiKey();
  return inTransaction(dependencies.database, async (transaction) => {
    await lockUser(transaction, userId);
    if ((await listApiKeysOf(transaction, userId)).length >= MAXIMUM_KEYS) {
      throw new ProblemError('api_keys_exhausted', { params: { count: MAXIMUM_KEYS } });
    }
    const row = await insertApiKey(transaction, {
      id: randomUUID(),
      user_id: userId,
      name,
      key_hash: hashApiKey(dependencies.secrets, apiKey),
      expires_at: expiresAt,
    });
    await recordAudit(transaction, 'api_key_created', { by: userId, on: ['api_key', row.id] });
    return { ...presentApiKey(row), api_key: apiKey };
  });
}

/**
 * Revokes a named key. The sign-in key is replaced, since the browser needs one for uploads and each login returns one: the new
 * one is then returned.
 * @throws {ProblemError} not_found; validation_failed on `password`; too_many_requests.
 */
export async function revokeApiKey(
  dependencies: Needed,
  actor: Actor,
  id: string,
  check: PasswordCheck,
): Promise<string | undefined> {
  if (id === SIGN_IN_KEY_ID) return rotateApiKey(dependencies, actor, check);
  await confirmPassword(dependencies, actor, check);
  await inTransaction(dependencies.database, async (transaction) => {
    if (!(await deleteApiKey(transaction, id, actor.userId))) throw notFound('api_key');
    await recordAudit(transaction, 'api_key_revoked', { by: actor.userId, on: ['api_key', id] });
    await announce(transaction, { kind: 'access_ended', userId: actor.userId });
  });
  return undefined;
}

/** Revokes every named key and replaces the sign-in key. Returns the new one, and how many keys stopped working. */
export async function revokeAllApiKeys(
  dependencies: Pick<Dependencies, 'secrets'>,
  transaction: Database,
  userId: number,
): Promise<{ signInKey: string; revoked: number }> {
  const named = await deleteApiKeysOf(transaction, userId);
  return { signInKey: await replaceSignInKey(dependencies, transaction, userId), revoked: named + 1 };
}

const presentSignInKey = ({ api_key_created_at: createdAt }: UserRow): AccountApiKey => ({
  id: SIGN_IN_KEY_ID,
  kind: 'sign_in',
  name: '',
  created_at: createdAt?.toISOString() ?? null,
  expires_at: null,
  last_used_at: null,
});

const presentApiKey = (row: ApiKeyRow): Omit<NewApiKey, 'api_key'> => ({
  id: row.id,
  name: row.name,
  created_at: row.created_at.toISOString(),
  expires_at: row.expires_at?.toISOString() ?? null,
  last_used_at: row.last_used_at?.toISOString() ?? null,
});

/**
 * Gives the actor a new API key; the old one stops working. Returns the new one.
 * @throws {ProblemError} validation_failed on `password`; too_many_requests.
 */
export async function rotateApiKey(
  dependencies: Needed,
  actor: Actor,
  check: PasswordCheck,
): Promise<string> {
  const { id } = await confirmPassword(dependencies, actor, check);
  return inTransaction(dependencies.database, async (transaction) => {
    const apiKey = await replaceSignInKey(dependencies, transaction, id);
    await recordAudit(transaction, 'sign_in_key_replaced', { by: id, on: ['account', id] });
    await announce(transaction, { kind: 'access_ended', userId: id });
    return apiKey;
  });
}

/**
 * The API key that login returns. Under a new root secret the stored one can no longer be read or recognised, so the
 * account gets a new one.
 */
export async function getSignInKey(
  dependencies: Pick<Dependencies, 'secrets'>,
  transaction: Database,
  user: Pick<UserRow, 'id' | 'api_key_encrypted'>,
): Promise<string> {
  return (
    recoverApiKey(dependencies.secrets, user.api_key_encrypted) ??
    (await replaceSignInKey(dependencies, transaction, user.id))
  );
}

/** Gives the account a new sign-in key; the old one stops working. Returns the new one. */
async function replaceSignInKey(
  dependencies: Pick<Dependencies, 'secrets'>,
  transaction: Database,
  userId: number,
): Promise<string> {
  const apiKey = createApiKey();
  await updateApiKey(transaction, userId, {
    api_key_hash: hashApiKey(dependencies.secrets, apiKey),
    api_key_encrypted: encryptApiKey(dependencies.secrets, apiKey),
  });
  return apiKey;
}
