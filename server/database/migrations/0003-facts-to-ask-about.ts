import { sql, type Kysely } from 'kysely';

/** The statements of a lesson's text that are worth a question, listed when its first questions are written. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`alter table question_banks add column facts jsonb`.execute(database);
}
