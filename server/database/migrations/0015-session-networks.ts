import { sql, type Kysely } from 'kysely';

/** The network that a session was last renewed from, so that people can tell their sessions apart. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`alter table sessions add column network text`.execute(database);
}
