import { sql, type Kysely } from 'kysely';

/**
 * Whether someone has proved that an account's email address is theirs. Accounts that the sign-in provider opens have: it reported
 * the address as verified. The first start afterwards decides about the others, since only it knows whether Lectern sends mail.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    alter table users
      add column email_verified_at timestamptz(3),
      add column api_key_created_at timestamptz(3)`.execute(database);
  await sql`alter table users alter column api_key_created_at set default now()`.execute(database);
  await sql`
    update users set email_verified_at = now()
    where id in (select user_id from external_identities)`.execute(database);
  await sql`
    alter table installation add column has_undecided_addresses boolean not null default false`.execute(
    database,
  );
  await sql`
    insert into installation (secret_fingerprint)
    select null where exists (select from users)
    on conflict do nothing`.execute(database);
  await sql`update installation set has_undecided_addresses = true`.execute(database);
  await sql`
    create table registration_links (
      id uuid primary key,
      email text not null,
      token_hash bytea not null unique,
      invitation_hash bytea,
      created_at timestamptz(3) not null default now(),
      expires_at timestamptz(3) not null
    )`.execute(database);
  await sql`create index registration_links_email on registration_links (email)`.execute(database);
}
