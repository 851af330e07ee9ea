import { sql, type Kysely } from 'kysely';

/**
 * Questions that are edited: who wrote each, a draft beside the published set, and the versions published before. Lessons
 * keep the terms they explain, and how long their summary was asked to be.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    alter table question_sets
      add column version integer not null default 1,
      add column writer jsonb`.execute(database);
  await sql`alter table questions add column written_by text not null default 'composer'`.execute(database);
  await sql`
    create table question_set_drafts (
      question_set_id integer primary key references question_sets on delete cascade,
      based_on_version integer not null,
      questions jsonb not null,
      updated_at timestamptz(3) not null default now()
    )`.execute(database);
  await sql`
    create table question_set_versions (
      question_set_id integer not null references question_sets on delete cascade,
      version integer not null,
      questions jsonb not null,
      created_at timestamptz(3) not null default now(),
      primary key (question_set_id, version)
    )`.execute(database);
  await sql`
    alter table lessons
      add column summary_length text,
      add column key_terms jsonb not null default '[]'`.execute(database);
}
