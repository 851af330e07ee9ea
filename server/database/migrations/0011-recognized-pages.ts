import { sql, type Kysely } from 'kysely';

/**
 * What was recognized on scanned pages, page by page, so that nothing is recognized twice. A text knows which pages it
 * came from, and a stored file whether it waits for recognition.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    create table recognized_pages (
      instructor_id integer not null references users on delete cascade,
      recognition_key text not null,
      page integer not null,
      width double precision not null,
      height double precision not null,
      turned_degrees double precision not null,
      confidence double precision not null,
      words jsonb not null,
      problem text,
      created_at timestamptz(3) not null default now(),
      primary key (instructor_id, recognition_key, page)
    )`.execute(database);
  await sql`alter table document_sources add column recognition_key text`.execute(database);
  await sql`
    create index document_sources_recognition on document_sources (instructor_id, recognition_key)
    where recognition_key is not null`.execute(database);
  await sql`alter table stored_files add column awaits_recognition boolean not null default false`.execute(
    database,
  );
}
