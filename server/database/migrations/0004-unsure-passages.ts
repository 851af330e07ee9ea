import { sql, type Kysely } from 'kysely';

/** Passages that the text recognition was not sure of: they are stored and shown, but nothing is written about them. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`alter table passages add column is_unsure boolean not null default false`.execute(database);
}
