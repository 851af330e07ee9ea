import { sql, type Kysely } from 'kysely';

/** Named API keys beside the one that login returns. The database stores only their hashes. */
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
}
