import type { Selectable } from 'kysely';
import type { Database } from '#server/database/database.ts';
import type { LtiTables } from '#server/database/lti-tables.ts';

export type KeyRow = Selectable<LtiTables['lti_keys']>;

/** Newest first; retired ones since `retiredAfter`. */
export const listKeys = (database: Database, retiredAfter: Date): Promise<KeyRow[]> =>
  database
    .selectFrom('lti_keys')
    .selectAll()
    .where((row) => row.or([row('retired_at', 'is', null), row('retired_at', '>', retiredAfter)]))
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute();

/** The key that signs, if there is one. */
export const findSigningKey = (database: Database): Promise<KeyRow | undefined> =>
  database
    .selectFrom('lti_keys')
    .selectAll()
    .where('retired_at', 'is', null)
    .orderBy('created_at', 'desc')
    .executeTakeFirst();

export async function retireKeys(database: Database): Promise<void> {
  await database
    .updateTable('lti_keys')
    .set({ retired_at: new Date() })
    .where('retired_at', 'is', null)
    .execute();
}

export async function insertKey(
  database: Database,
  row: { id: string; public_key: Record<string, unknown>; private_key_encrypted: Buffer },
): Promise<void> {
  await database
    .insertInto('lti_keys')
    .values({ ...row, public_key: JSON.stringify(row.public_key) })
    .execute();
}

export async function deleteAllKeys(database: Database): Promise<void> {
  await database.deleteFrom('lti_keys').execute();
}

export async function deleteKeysRetiredBefore(database: Database, before: Date): Promise<void> {
  await database.deleteFrom('lti_keys').where('retired_at', '<', before).execute();
}
