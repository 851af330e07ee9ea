import { sql, type Kysely } from 'kysely';

/** Null: the key may do everything that its owner may, as every key could before. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`alter table api_keys add column scopes text[]`.execute(database);
}
