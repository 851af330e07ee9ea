import { sql, type Kysely } from 'kysely';

/** How often the link of the first administrator was replaced. The link itself derives from the root secret and this number. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    alter table installation add column first_administrator_renewals integer not null default 0`.execute(
    database,
  );
}
