import { sql, type Kysely } from 'kysely';

/** Pinned courses, conversations with the assistant, words to search passages by, and work to look back on. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`alter table courses add column is_pinned boolean not null default false`.execute(database);
  await sql`
    create table conversations (
      id integer generated always as identity primary key,
      instructor_id integer not null references users on delete cascade,
      title text not null,
      created_at timestamptz(3) not null default now(),
      updated_at timestamptz(3) not null default now()
    )`.execute(database);
  await sql`
    create index conversations_instructor on conversations (instructor_id, updated_at desc, id desc)`.execute(
    database,
  );
  await sql`
    create table messages (
      id integer generated always as identity primary key,
      conversation_id integer not null references conversations on delete cascade,
      position integer not null,
      role text not null,
      text text not null,
      citations jsonb not null,
      created_at timestamptz(3) not null default now(),
      unique (conversation_id, position)
    )`.execute(database);
  await sql`create index passages_words on passages using gin (to_tsvector('english', text))`.execute(
    database,
  );
  await sql`
    create table lesson_work (
      job_id text primary key,
      job_name text not null,
      instructor_id integer not null references users on delete cascade,
      lesson_id integer not null references lessons on delete cascade,
      work text not null,
      status text not null,
      message text,
      started_at timestamptz(3) not null default now(),
      ended_at timestamptz(3)
    )`.execute(database);
  await sql`create index lesson_work_instructor on lesson_work (instructor_id, started_at desc)`.execute(
    database,
  );
  await sql`create index lesson_work_lesson on lesson_work (lesson_id)`.execute(database);
  await sql`create index lesson_work_age on lesson_work (started_at)`.execute(database);
}
