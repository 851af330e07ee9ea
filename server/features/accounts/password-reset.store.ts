import type { Insertable } from 'kysely';
import type { PasswordResetTable } from '../../database/account-tables.ts';
import type { Database } from '../../database/database.ts';

export async function insertPasswordReset(
  database: Database,
  reset: Insertable<PasswordResetTable>,
): Promise<void> {
  await database.insertInto('password_resets').values(reset).execute();
}

/** Links of the user that are still valid. */
export async function countPasswordResetsOf(database: Database, userId: number, now: Date): Promise<number> {
  const { count } = await database
    .selectFrom('password_resets')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('user_id', '=', userId)
    .where('expires_at', '>', now)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Whose valid link this is. */
export const findPasswordReset = (
  database: Database,
  hash: Buffer,
  now: Date,
): Promise<{ user_id: number; email: string } | undefined> =>
  database
    .selectFrom('password_resets')
    .innerJoin('users', 'users.id', 'password_resets.user_id')
    .select(['password_resets.user_id', 'users.email'])
    .where('token_hash', '=', hash)
    .where('expires_at', '>', now)
    .where('users.is_active', '=', true)
    .executeTakeFirst();

/** Deletes one link. False when someone else has used it since. */
export async function deletePasswordReset(transaction: Database, hash: Buffer): Promise<boolean> {
  const result = await transaction
    .deleteFrom('password_resets')
    .where('token_hash', '=', hash)
    .executeTakeFirst();
  return result.numDeletedRows === 1n;
}

export async function deletePasswordResetById(transaction: Database, id: string): Promise<void> {
  await transaction.deleteFrom('password_resets').where('id', '=', id).execute();
}

export async function deletePasswordResetsOf(transaction: Database, userId: number): Promise<void> {
  await transaction.deleteFrom('password_resets').where('user_id', '=', userId).execute();
}

export async function deletePasswordResetsExpiredBefore(database: Database, time: Date): Promise<void> {
  await database.deleteFrom('password_resets').where('expires_at', '<', time).execute();
}
