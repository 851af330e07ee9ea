import { sql, type Kysely } from 'kysely';

/** Uploads that go on where they stopped: how far each one is, and what became of it. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    create table resumable_uploads (
      id uuid primary key,
      instructor_id integer not null references users on delete cascade,
      purpose text not null,
      name text not null,
      metadata text not null,
      size_bytes bigint not null,
      offset_bytes bigint not null default 0,
      parts jsonb not null default '[]',
      file_key text references stored_files on delete cascade,
      docsource_id text,
      job_id text,
      expires_at timestamptz(3) not null,
      created_at timestamptz(3) not null default now(),
      check (offset_bytes between 0 and size_bytes)
    )`.execute(database);
  await sql`create index resumable_uploads_instructor on resumable_uploads (instructor_id)`.execute(database);
  await sql`create index resumable_uploads_file on resumable_uploads (file_key)`.execute(database);
  await sql`create index resumable_uploads_expiry on resumable_uploads (expires_at)`.execute(database);
}
