import { sql, type Kysely } from 'kysely';

/** Copies of a question's fields that the version before did not read either. `taxonomy_level`, which it did read, can go in a later one. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    alter table question_candidates
      drop column difficulty,
      drop column outcome`.execute(database);
}
