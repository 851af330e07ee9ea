import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import type { AccountApiKey, apiKeyRequest, NewApiKey } from '../../../contract/accounts.ts';
import { inTransaction } from '../../database/database.ts';
import type { Database } from '../../database/database.ts';
import { announce } from '../../events/event-bus.ts';
import type { Actor, Dependencies } from '../../ports.ts';
import { invalidField, notFound, ProblemError } from '../../problem-error.ts';
import { createApiKey, hashApiKey } from '../../security/api-keys.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { lockUser } from './account.store.ts';
import {
  deleteApiKey,
  deleteApiKeysOf,
  insertApiKey,
  listApiKeysOf,
  type ApiKeyRow,
} from './api-key.store.ts';
import { confirmPassword, type PasswordCheck } from './confirm-password.ts';
import { replaceSignInKey } from './get-sign-in-key.ts';

type Needed = Pick<Dependencies, 'database' | 'rateLimits' | 'secrets'>;

const MAXIMUM_KEYS = 20;

/** The keys that the actor named, oldest first. The key that login returns is not among them. */
export const listApiKeys = async (
  { database }: Pick<Dependencies, 'database'>,
  actor: Actor,
): Promise<AccountApiKey[]> => (await listApiKeysOf(database, actor.userId)).map(presentApiKey);

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
    throw invalidField('expires_at', 'Choose a time in the future.');
  }
  const { id: userId } = await confirmPassword(dependencies, actor, check);
  const apiKey = createApiKey();
  return inTransaction(dependencies.database, async (transaction) => {
    await lockUser(transaction, userId);
    if ((await listApiKeysOf(transaction, userId)).length >= MAXIMUM_KEYS) {
      throw new ProblemError(
        'conflict',
        `You have ${MAXIMUM_KEYS} API keys. Revoke one that you no longer use.`,
      );
    }
    const row = await insertApiKey(transaction, {
      id: randomUUID(),
      user_id: userId,
      name,
      key_hash: hashApiKey(dependencies.secrets, apiKey),
      expires_at: expiresAt,
    });
    await recordAudit(transaction, {
      action: 'api_key_created',
      actorId: userId,
      subject: { kind: 'api_key', id: row.id },
    });
    return { ...presentApiKey(row), api_key: apiKey };
  });
}

/** @throws {ProblemError} not_found; validation_failed on `password`; too_many_requests. */
export async function revokeApiKey(
  dependencies: Needed,
  actor: Actor,
  id: string,
  check: PasswordCheck,
): Promise<void> {
  await confirmPassword(dependencies, actor, check);
  await inTransaction(dependencies.database, async (transaction) => {
    if (!(await deleteApiKey(transaction, id, actor.userId))) throw notFound('API key');
    await recordAudit(transaction, {
      action: 'api_key_revoked',
      actorId: actor.userId,
      subject: { kind: 'api_key', id },
    });
    await announce(transaction, { kind: 'access_ended', userId: actor.userId });
  });
}

/** Revokes every named key and replaces the sign-in key. Returns the new one. */
export async function revokeAllApiKeys(
  dependencies: Pick<Dependencies, 'secrets'>,
  transaction: Database,
  userId: number,
): Promise<string> {
  await deleteApiKeysOf(transaction, userId);
  return replaceSignInKey(dependencies, transaction, userId);
}

const presentApiKey = (row: ApiKeyRow): AccountApiKey => ({
  id: row.id,
  name: row.name,
  created_at: row.created_at.toISOString(),
  expires_at: row.expires_at?.toISOString() ?? null,
  last_used_at: row.last_used_at?.toISOString() ?? null,
});
