import { sql, type Kysely } from 'kysely';

/**
 * Sign-in with an institution's OpenID Connect provider, and a second factor for accounts that sign in with a password.
 * An account that was created through a provider has a random password until its owner sets one.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`alter table users add column has_password boolean not null default true`.execute(database);
  await sql`alter table sessions add column method text not null default 'password'`.execute(database);
  await sql`
    create table external_identities (
      issuer text not null,
      subject text not null,
      user_id integer not null references users on delete cascade,
      created_at timestamptz(3) not null default now(),
      last_used_at timestamptz(3) not null default now(),
      primary key (issuer, subject)
    )`.execute(database);
  await sql`create index external_identities_user on external_identities (user_id)`.execute(database);
  await sql`
    create table sign_in_tickets (
      token_hash bytea primary key,
      kind text not null,
      user_id integer not null references users on delete cascade,
      payload jsonb not null,
      expires_at timestamptz(3) not null
    )`.execute(database);
  await sql`create index sign_in_tickets_user on sign_in_tickets (user_id)`.execute(database);
  await sql`
    create table second_factors (
      user_id integer primary key references users on delete cascade,
      secret_encrypted bytea,
      pending_secret_encrypted bytea,
      enabled_at timestamptz(3),
      last_step bigint not null default 0
    )`.execute(database);
  await sql`
    create table recovery_codes (
      user_id integer not null references users on delete cascade,
      code_hash bytea not null,
      primary key (user_id, code_hash)
    )`.execute(database);
  await sql`alter table installation add column two_factor_policy text not null default 'off'`.execute(
    database,
  );
}
