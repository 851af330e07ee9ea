import { sql, type Kysely } from 'kysely';

/** The outcomes that a quiz was requested for, so that it can say which of them no question tests. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`alter table question_sets add column requested_outcomes jsonb not null default '[]'`.execute(
    database,
  );
}
