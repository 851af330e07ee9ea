import { sql, type Kysely } from 'kysely';

/** Passages that the text recognition was unsure of are stored and shown, but left out of summaries and questions. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`alter table passages add column is_unsure boolean not null default false`.execute(database);
}
