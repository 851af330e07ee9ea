import { sql, type Kysely } from 'kysely';

/** What is to be said of how a summary came about, such as that the language model could not be used. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`alter table lessons add column summary_note text`.execute(database);
}
