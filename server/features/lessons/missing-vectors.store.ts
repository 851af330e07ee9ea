import { sql } from 'kysely';
import type { Database } from '#server/platform/database/database.ts';

/** Texts with a passage without a vector, except those in `leftOut`. */
export async function listSourcesWithoutVectors(
  database: Database,
  leftOut: readonly string[],
  limit: number,
): Promise<string[]> {
  const rows = await database
    .selectFrom('passages')
    .select('docsource_id as id')
    .distinct()
    .where('embedding', 'is', null)
    .where(sql<boolean>`docsource_id <> all (${leftOut}::text[])`)
    .orderBy('docsource_id')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}
