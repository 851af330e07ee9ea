import { sql, type Kysely } from 'kysely';

/** How often the first administrator's link was replaced. The link derives from the root secret and this number. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    alter table installation add column first_administrator_renewals integer not null default 0`.execute(
    database,
  );
}
