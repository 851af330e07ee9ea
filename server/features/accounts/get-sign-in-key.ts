import type { Database } from '../../database/database.ts';
import type { Dependencies } from '../../ports.ts';
import { createApiKey, encryptApiKey, hashApiKey, recoverApiKey } from '../../security/api-keys.ts';
import { updateApiKey, type UserRow } from './account.store.ts';

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
export async function replaceSignInKey(
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
