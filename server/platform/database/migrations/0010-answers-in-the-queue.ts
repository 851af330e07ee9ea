import { sql, type Kysely } from 'kysely';

/** Answers of jobs are stored with the jobs themselves. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`drop table job_answers`.execute(database);
}
