import type { Selectable } from 'kysely';
import type { Database } from '../../database/database.ts';
import type { RefreshTokenTable, UserTable } from '../../database/schema.ts';

export type UserRow = Selectable<UserTable>;
export type RefreshTokenRow = Selectable<RefreshTokenTable>;

export const findUserByEmail = (database: Database, email: string): Promise<UserRow | undefined> =>
  database.selectFrom('users').selectAll().where('email', '=', email).executeTakeFirst();

export const findUserById = (database: Database, id: number): Promise<UserRow | undefined> =>
  database.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst();

export const findUserByApiKeyHash = (database: Database, hash: Buffer): Promise<UserRow | undefined> =>
  database.selectFrom('users').selectAll().where('api_key_hash', '=', hash).executeTakeFirst();

/** Inserts the user, or returns undefined when the e-mail is taken. */
export const insertUser = (
  database: Database,
  user: Pick<
    UserRow,
    'email' | 'name' | 'department' | 'password_hash' | 'api_key_hash' | 'api_key_encrypted'
  >,
): Promise<UserRow | undefined> =>
  database
    .insertInto('users')
    .values(user)
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returningAll()
    .executeTakeFirst();

export async function insertRefreshToken(
  database: Database,
  token: Pick<RefreshTokenRow, 'id' | 'user_id' | 'family_id' | 'token_hash' | 'expires_at'>,
): Promise<void> {
  await database
    .insertInto('refresh_tokens')
    .values({ ...token, spent_at: null, revoked_at: null })
    .execute();
}

/** Locks the row, so that of two refreshes with one token the second sees what the first did. */
export const findRefreshTokenForUpdate = (
  transaction: Database,
  hash: Buffer,
): Promise<RefreshTokenRow | undefined> =>
  transaction
    .selectFrom('refresh_tokens')
    .selectAll()
    .where('token_hash', '=', hash)
    .forUpdate()
    .executeTakeFirst();

export async function markRefreshTokenSpent(transaction: Database, id: string, now: Date): Promise<void> {
  await transaction.updateTable('refresh_tokens').set({ spent_at: now }).where('id', '=', id).execute();
}

/** Revokes every token of the family. */
export async function revokeTokenFamily(transaction: Database, familyId: string, now: Date): Promise<void> {
  for (;;) {
    const { numUpdatedRows } = await transaction
      .updateTable('refresh_tokens')
      .set({ revoked_at: now })
      .where('family_id', '=', familyId)
      .where('revoked_at', 'is', null)
      .executeTakeFirstOrThrow();
    // A refresh that the update had to wait for has made a token which that update could not see yet.
    if (numUpdatedRows === 0n) return;
  }
}

/** Tokens past their time serve nothing any more. Returns how many went. */
export async function deleteExpiredRefreshTokens(database: Database, now: Date): Promise<number> {
  const result = await database.deleteFrom('refresh_tokens').where('expires_at', '<', now).executeTakeFirst();
  return Number(result.numDeletedRows);
}
