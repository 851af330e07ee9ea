import { sql, type Kysely } from 'kysely';
import { readFile } from 'node:fs/promises';

/** In this order, because later files refer to the tables of earlier ones. */
const FILES = ['accounts', 'installation', 'lessons', 'quizzes', 'assistant', 'jobs', 'trash', 'text-bytes'];

/**
 * The schema of the first release; later changes are separate migrations. Plain SQL, because a migration must keep its meaning when
 * the code around it changes.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  for (const file of FILES) {
    const text = await readFile(new URL(`0001-initial/${file}.sql`, import.meta.url), 'utf8');
    await sql.raw(text).execute(database);
  }
}
