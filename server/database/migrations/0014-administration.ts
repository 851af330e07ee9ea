import { sql, type Kysely } from 'kysely';

/**
 * Named API keys beside the one that login returns, links that reset a password or invite someone, and what an
 * administrator sets. Of keys and links the database stores only hashes.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    create table api_keys (
      id uuid primary key,
      user_id integer not null references users on delete cascade,
      name text not null,
      key_hash bytea not null unique,
      created_at timestamptz(3) not null default now(),
      expires_at timestamptz(3),
      last_used_at timestamptz(3)
    )`.execute(database);
  await sql`create index api_keys_user on api_keys (user_id, created_at)`.execute(database);
  await sql`
    create table password_resets (
      id uuid primary key,
      user_id integer not null references users on delete cascade,
      token_hash bytea not null unique,
      created_at timestamptz(3) not null default now(),
      expires_at timestamptz(3) not null
    )`.execute(database);
  await sql`create index password_resets_user on password_resets (user_id, created_at)`.execute(database);
  await sql`
    create table invitations (
      id uuid primary key,
      token_hash bytea not null unique,
      email text,
      created_at timestamptz(3) not null default now(),
      expires_at timestamptz(3) not null,
      used_at timestamptz(3)
    )`.execute(database);
  await sql`
    alter table installation
      add column registration_mode text not null default 'open',
      add column allowed_domains jsonb not null default '[]'`.execute(database);
  await sql`alter table users add column storage_quota_bytes bigint`.execute(database);
}
