import type { Database } from '#server/database/database.ts';

/** Those of the keys that belong to a stored file, be it one of the trash. */
export async function listKnownFileKeys(database: Database, keys: readonly string[]): Promise<Set<string>> {
  if (keys.length === 0) return new Set();
  const rows = await database.selectFrom('stored_files').select('key').where('key', 'in', keys).execute();
  return new Set(rows.map(({ key }) => key));
}
