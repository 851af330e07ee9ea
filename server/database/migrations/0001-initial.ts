import { sql, type Kysely } from 'kysely';
import { readFile } from 'node:fs/promises';

/** The files of `0001-initial/`, in the order in which their tables refer to each other. */
const FILES = ['accounts', 'installation', 'lessons', 'quizzes', 'assistant', 'jobs', 'trash', 'text-bytes'];

/**
 * The data as it was when Lectern first shipped; later changes are migrations of their own. Plain SQL, since a migration must
 * keep its meaning when the code around it changes.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  for (const file of FILES) {
    const text = await readFile(new URL(`0001-initial/${file}.sql`, import.meta.url), 'utf8');
    await sql.raw(text).execute(database);
  }
}
