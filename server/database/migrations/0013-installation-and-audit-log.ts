import { sql, type Kysely } from 'kysely';

/** What holds for the whole installation. The table has one row, or none while everything is at its default. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    create table installation (
      is_only boolean primary key default true check (is_only),
      secret_fingerprint bytea,
      updated_at timestamptz(3) not null default now()
    )`.execute(database);
}
