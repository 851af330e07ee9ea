import type { Insertable, Selectable } from 'kysely';
import type { ApiKeyTable } from '#server/platform/database/account-tables.ts';
import type { Database } from '#server/platform/database/database.ts';

export type ApiKeyRow = Selectable<ApiKeyTable>;

export async function insertApiKey(database: Database, key: Insertable<ApiKeyTable>): Promise<ApiKeyRow> {
  return database.insertInto('api_keys').values(key).returningAll().executeTakeFirstOrThrow();
}

/** Oldest first. */
export const listApiKeysOf = (database: Database, userId: number): Promise<ApiKeyRow[]> =>
  database
    .selectFrom('api_keys')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();

/** The unexpired key with this hash, and whether its owner may do anything. */
export const findUserOfApiKey = (
  database: Database,
  hash: Buffer,
  now: Date,
): Promise<
  | {
      id: number;
      is_active: boolean;
      is_staff: boolean;
      api_key_id: string;
      last_used_at: Date | null;
    }
  | undefined
> =>
  database
    .selectFrom('api_keys')
    .innerJoin('users', 'users.id', 'api_keys.user_id')
    .select(['users.id', 'users.is_active', 'users.is_staff'])
    .select(['api_keys.id as api_key_id', 'api_keys.last_used_at'])
    .where('api_keys.key_hash', '=', hash)
    .where(({ eb, or }) => or([eb('api_keys.expires_at', 'is', null), eb('api_keys.expires_at', '>', now)]))
    .executeTakeFirst();

export async function touchApiKey(database: Database, id: string, now: Date): Promise<void> {
  await database.updateTable('api_keys').set({ last_used_at: now }).where('id', '=', id).execute();
}

/** False when the user has no such key. */
export async function deleteApiKey(database: Database, id: string, userId: number): Promise<boolean> {
  const result = await database
    .deleteFrom('api_keys')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return result.numDeletedRows === 1n;
}

/** Returns how many. */
export async function deleteApiKeysOf(database: Database, userId: number): Promise<number> {
  const result = await database.deleteFrom('api_keys').where('user_id', '=', userId).executeTakeFirst();
  return Number(result.numDeletedRows);
}

export async function deleteAllApiKeys(database: Database): Promise<void> {
  await database.deleteFrom('api_keys').execute();
}

export async function deleteApiKeysExpiredBefore(database: Database, time: Date): Promise<void> {
  await database.deleteFrom('api_keys').where('expires_at', '<', time).execute();
}

/** Those of the ids that belong to keys which are neither revoked nor expired. */
export async function listLiveApiKeys(
  database: Database,
  ids: readonly string[],
  now: Date,
): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await database
    .selectFrom('api_keys')
    .select('id')
    .where('id', 'in', ids)
    .where(({ eb, or }) => or([eb('expires_at', 'is', null), eb('expires_at', '>', now)]))
    .execute();
  return new Set(rows.map(({ id }) => id));
}
