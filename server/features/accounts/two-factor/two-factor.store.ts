import { sql, type Selectable } from 'kysely';
import type { TwoFactorPolicy } from '#contract/sign-in.ts';
import type { Database } from '#server/platform/database/database.ts';
import type { SecondFactorTable, SignInMethod } from '#server/platform/database/sign-in-tables.ts';

export type SecondFactorRow = Selectable<SecondFactorTable>;

/** The row exists as soon as the set-up has begun; `enabled_at` says whether it was confirmed. */
export const findSecondFactor = (database: Database, userId: number): Promise<SecondFactorRow | undefined> =>
  database.selectFrom('second_factors').selectAll().where('user_id', '=', userId).executeTakeFirst();

export async function keepPendingSecret(
  database: Database,
  userId: number,
  encrypted: Buffer,
): Promise<void> {
  await database
    .insertInto('second_factors')
    .values({
      user_id: userId,
      secret_encrypted: null,
      pending_secret_encrypted: encrypted,
      enabled_at: null,
    })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ pending_secret_encrypted: encrypted }))
    .execute();
}

/** Takes effect only while `pending` is the secret that was checked. */
export async function enableSecondFactor(
  transaction: Database,
  userId: number,
  { pending, step, now }: { pending: Buffer; step: number; now: Date },
): Promise<boolean> {
  const result = await transaction
    .updateTable('second_factors')
    .set({ secret_encrypted: pending, pending_secret_encrypted: null, enabled_at: now, last_step: step })
    .where('user_id', '=', userId)
    .where('pending_secret_encrypted', '=', pending)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/** False when this step or a later one was used at the same moment. */
export async function spendStep(database: Database, userId: number, step: number): Promise<boolean> {
  const result = await database
    .updateTable('second_factors')
    .set({ last_step: step })
    .where('user_id', '=', userId)
    .where('last_step', '<', sql<string>`${step}`)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

export async function replaceRecoveryCodes(
  transaction: Database,
  userId: number,
  hashes: readonly Buffer[],
): Promise<void> {
  await transaction.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
  await transaction
    .insertInto('recovery_codes')
    .values(hashes.map((hash) => ({ user_id: userId, code_hash: hash })))
    .execute();
}

/** False when there is no such code, or no more. */
export async function spendRecoveryCode(database: Database, userId: number, hash: Buffer): Promise<boolean> {
  const result = await database
    .deleteFrom('recovery_codes')
    .where('user_id', '=', userId)
    .where('code_hash', '=', hash)
    .executeTakeFirst();
  return result.numDeletedRows === 1n;
}

export async function countRecoveryCodes(database: Database, userId: number): Promise<number> {
  const { count } = await database
    .selectFrom('recovery_codes')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** With its recovery codes. False when there was none. */
export async function deleteSecondFactor(transaction: Database, userId: number): Promise<boolean> {
  await transaction.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
  const result = await transaction
    .deleteFrom('second_factors')
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return result.numDeletedRows === 1n;
}

/** Of every account. Returns how many had one. */
export async function deleteAllSecondFactors(transaction: Database): Promise<number> {
  await transaction.deleteFrom('recovery_codes').execute();
  const deleted = await transaction.deleteFrom('second_factors').returning('enabled_at').execute();
  return deleted.filter(({ enabled_at: enabledAt }) => enabledAt !== null).length;
}

export async function findTwoFactorPolicy(database: Database): Promise<TwoFactorPolicy> {
  const row = await database.selectFrom('installation').select('two_factor_policy').executeTakeFirst();
  return row?.two_factor_policy ?? 'off';
}

export async function updateTwoFactorPolicy(database: Database, policy: TwoFactorPolicy): Promise<void> {
  const row = { two_factor_policy: policy };
  await database
    .insertInto('installation')
    .values({ secret_fingerprint: null, ...row })
    .onConflict((conflict) => conflict.column('is_only').doUpdateSet({ ...row, updated_at: new Date() }))
    .execute();
}

/** Whether a session must set up the second factor before it may do anything else. */
export async function awaitsSecondFactor(
  database: Database,
  user: { id: number; is_staff: boolean },
  method: SignInMethod,
): Promise<boolean> {
  if (method !== 'password') return false;
  const policy = await findTwoFactorPolicy(database);
  if (policy === 'off' || (policy === 'administrators' && !user.is_staff)) return false;
  const row = await findSecondFactor(database, user.id);
  return row?.enabled_at == null;
}
