import type { Database } from '../../database/database.ts';

/** The fingerprint of the root secret in use, null before the first start. Locks the row until the transaction ends. */
export async function lockSecretFingerprint(transaction: Database): Promise<Buffer | null> {
  await transaction
    .insertInto('installation')
    .values({ secret_fingerprint: null })
    .onConflict((conflict) => conflict.column('is_only').doNothing())
    .execute();
  const row = await transaction
    .selectFrom('installation')
    .select('secret_fingerprint')
    .forUpdate()
    .executeTakeFirstOrThrow();
  return row.secret_fingerprint;
}

export async function updateSecretFingerprint(transaction: Database, fingerprint: Buffer): Promise<void> {
  await transaction
    .updateTable('installation')
    .set({ secret_fingerprint: fingerprint, updated_at: new Date() })
    .execute();
}
