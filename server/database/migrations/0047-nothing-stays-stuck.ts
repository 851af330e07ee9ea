import { sql, type Kysely } from 'kysely';

/**
 * Stores who owns the file store, when the last tidy-up ran, and the finished parts of unfinished summaries. The row of
 * `maintenance` is created when it is first needed, so that a restore finds the table empty.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    create table maintenance (
      is_only boolean primary key default true check (is_only),
      installation_id uuid not null default gen_random_uuid(),
      has_foreign_files boolean not null default false,
      tidied_up_at timestamptz(3),
      runs_to_wait integer not null default 0
    )`.execute(database);
  await sql`
    create table summary_stretches (
      lesson_id integer not null references all_lessons (id) on delete cascade,
      fingerprint text not null,
      result jsonb not null,
      created_at timestamptz(3) not null default now(),
      primary key (lesson_id, fingerprint)
    )`.execute(database);
  await sql`create index passages_without_vector on passages (docsource_id) where embedding is null`.execute(
    database,
  );
  await sql`create index summary_stretches_created on summary_stretches (created_at)`.execute(database);
}
