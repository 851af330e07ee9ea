import type { Selectable } from 'kysely';
import type { Database } from '#server/platform/database/database.ts';
import type { UserTable } from '#server/platform/database/user-tables.ts';

export type UserRow = Selectable<UserTable>;

export const findUserByEmail = (database: Database, email: string): Promise<UserRow | undefined> =>
  database.selectFrom('users').selectAll().where('email', '=', email).executeTakeFirst();

export const findUserById = (database: Database, id: number): Promise<UserRow | undefined> =>
  database.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst();

export const findUserByApiKeyHash = (database: Database, hash: Buffer): Promise<UserRow | undefined> =>
  database.selectFrom('users').selectAll().where('api_key_hash', '=', hash).executeTakeFirst();

/**
 * The user as long as their password is still the one that was checked; it then stays until the transaction ends, and logins of
 * one account wait for each other, since each may replace the API key. A login that began before a change of password must not outlive it.
 */
export const findUserWithPassword = (
  transaction: Database,
  id: number,
  passwordHash: string,
): Promise<UserRow | undefined> =>
  transaction
    .selectFrom('users')
    .selectAll()
    .where('id', '=', id)
    .where('password_hash', '=', passwordHash)
    // Not a shared lock: two logins would both hold it, and wait for each other when they replace the sign-in key.
    .forNoKeyUpdate()
    .executeTakeFirst();

/** Makes whatever would be new of the user wait until the transaction ends. False when they are gone. */
export async function lockUser(transaction: Database, id: number): Promise<boolean> {
  const user = await transaction
    .selectFrom('users')
    .select('id')
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  return user !== undefined;
}

/** The active administrators; until the transaction ends none of them is deleted or demoted. */
export async function lockAdministrators(transaction: Database): Promise<number[]> {
  const rows = await transaction
    .selectFrom('users')
    .select('id')
    .where('is_staff', '=', true)
    .where('is_active', '=', true)
    .orderBy('id')
    .forUpdate()
    .execute();
  return rows.map(({ id }) => id);
}

/** Takes effect only while the password is the one that was checked. */
export async function updatePassword(
  database: Database,
  id: number,
  { from, to }: { from: string; to: string },
): Promise<boolean> {
  const result = await database
    .updateTable('users')
    .set({ password_hash: to, updated_at: new Date() })
    .where('id', '=', id)
    .where('password_hash', '=', from)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/** For an owner who has proved in another way who they are. */
export async function setPassword(database: Database, id: number, passwordHash: string): Promise<void> {
  await database
    .updateTable('users')
    .set({ password_hash: passwordHash, has_password: true, updated_at: new Date() })
    .where('id', '=', id)
    .execute();
}

export async function updateApiKey(
  database: Database,
  id: number,
  key: Pick<UserRow, 'api_key_hash' | 'api_key_encrypted'>,
): Promise<void> {
  await database
    .updateTable('users')
    .set({ ...key, api_key_created_at: new Date(), updated_at: new Date() })
    .where('id', '=', id)
    .execute();
}

/** False when the address was verified before. */
export async function markEmailVerified(transaction: Database, id: number, now: Date): Promise<boolean> {
  const result = await transaction
    .updateTable('users')
    .set({ email_verified_at: now, updated_at: now })
    .where('id', '=', id)
    .where('email_verified_at', 'is', null)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/** Undefined when the user is gone. */
export const updateProfile = (
  database: Database,
  id: number,
  profile: Partial<Pick<UserRow, 'name' | 'department'>>,
): Promise<UserRow | undefined> =>
  database
    .updateTable('users')
    .set({ ...profile, updated_at: new Date() })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();

/** With everything that still hangs on the user. */
export async function deleteUserRow(database: Database, id: number): Promise<void> {
  await database.deleteFrom('users').where('id', '=', id).execute();
}

/** Inserts the user, or returns undefined when the email is taken. */
export const insertUser = (
  database: Database,
  user: Pick<
    UserRow,
    | 'email'
    | 'name'
    | 'department'
    | 'password_hash'
    | 'has_password'
    | 'api_key_hash'
    | 'api_key_encrypted'
    | 'email_verified_at'
    | 'is_staff'
  >,
): Promise<UserRow | undefined> =>
  database
    .insertInto('users')
    .values(user)
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returningAll()
    .executeTakeFirst();

/** Those of the ids that belong to accounts which are not disabled. */
export async function listActiveUsers(database: Database, ids: readonly number[]): Promise<Set<number>> {
  if (ids.length === 0) return new Set();
  const rows = await database
    .selectFrom('users')
    .select('id')
    .where('id', 'in', ids)
    .where('is_active', '=', true)
    .execute();
  return new Set(rows.map(({ id }) => id));
}
