import { sql, type Kysely } from 'kysely';

/**
 * A session is a row of its own, which its tokens hang on: to end it is to delete it. Families of refresh tokens become
 * sessions; those that were revoked are gone.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    create table sessions (
      id uuid primary key,
      user_id integer not null references users on delete cascade,
      device text not null,
      created_at timestamptz(3) not null default now(),
      last_used_at timestamptz(3) not null default now(),
      expires_at timestamptz(3) not null
    )`.execute(database);
  await sql`create index sessions_user on sessions (user_id, last_used_at desc)`.execute(database);
  await sql`create index sessions_expiry on sessions (expires_at)`.execute(database);
  await sql`
    delete from refresh_tokens
    where family_id in (select family_id from refresh_tokens where revoked_at is not null)`.execute(database);
  await sql`
    insert into sessions (id, user_id, device, created_at, last_used_at, expires_at)
    select family_id, min(user_id), '', min(created_at), max(created_at), max(expires_at)
    from refresh_tokens group by family_id`.execute(database);
  await sql`alter table refresh_tokens rename column family_id to session_id`.execute(database);
  await sql`alter index refresh_tokens_family rename to refresh_tokens_session`.execute(database);
  await sql`
    alter table refresh_tokens
      drop column revoked_at,
      add foreign key (session_id) references sessions on delete cascade`.execute(database);
}
