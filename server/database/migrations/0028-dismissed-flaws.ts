import { sql, type Kysely } from 'kysely';

/** The flaws of a question that its instructor accepts, each with the reason. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`alter table questions add column dismissed_flaws jsonb not null default '[]'`.execute(database);
}
