import { sql, type Kysely } from 'kysely';
import { readFile } from 'node:fs/promises';

/** Plain SQL, since a migration must keep its meaning when the code around it changes. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql.raw(await readFile(new URL('0001-initial.sql', import.meta.url), 'utf8')).execute(database);
}
