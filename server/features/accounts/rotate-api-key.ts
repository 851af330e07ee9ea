import { inTransaction } from '../../database/database.ts';
import { announce } from '../../events/event-bus.ts';
import type { Actor, Dependencies } from '../../ports.ts';
import { createApiKey, encryptApiKey, hashApiKey } from '../../security/api-keys.ts';
import { updateApiKey } from './account.store.ts';
import { confirmPassword, type PasswordCheck } from './confirm-password.ts';

/**
 * Gives the actor a new API key; the old one stops working. Returns the new one.
 * @throws {ProblemError} validation_failed on `password`; too_many_requests.
 */
export async function rotateApiKey(
  dependencies: Pick<Dependencies, 'database' | 'rateLimits' | 'secrets'>,
  actor: Actor,
  check: PasswordCheck,
): Promise<string> {
  const { id } = await confirmPassword(dependencies, actor, check);
  const apiKey = createApiKey();
  await inTransaction(dependencies.database, async (transaction) => {
    await updateApiKey(transaction, id, {
      api_key_hash: hashApiKey(dependencies.secrets, apiKey),
      api_key_encrypted: encryptApiKey(dependencies.secrets, apiKey),
    });
    await announce(transaction, { kind: 'access_ended', userId: id });
  });
  return apiKey;
}
