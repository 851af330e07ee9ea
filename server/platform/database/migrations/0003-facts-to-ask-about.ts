import { sql, type Kysely } from 'kysely';

/** Statements of a lesson that are worth a question, listed when its first questions are written. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`alter table question_banks add column facts jsonb`.execute(database);
}
