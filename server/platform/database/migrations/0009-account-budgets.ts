import { sql, type Kysely } from 'kysely';

/** Monthly budgets for single accounts, instead of the one for every account. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    alter table language_model_use
      add column tokens double precision check (tokens >= 0),
      add column cost double precision check (cost >= 0)`.execute(database);
}
