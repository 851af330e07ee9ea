import { sql, type Kysely } from 'kysely';

/** Copies of a question's fields that nothing reads. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    alter table question_candidates
      drop column taxonomy_level,
      drop column difficulty,
      drop column outcome`.execute(database);
}
