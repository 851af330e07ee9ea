import { sql, type Kysely } from 'kysely';

/**
 * A question bank per lesson: candidates, how far their preparation is, and which questions a quiz has contained. Work on
 * lessons says how far it is.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    create table question_banks (
      lesson_id integer primary key references lessons on delete cascade,
      status text,
      target_count integer not null default 0,
      note text,
      job_id text,
      writer text,
      seconds_per_candidate double precision,
      outcomes_hash text,
      updated_at timestamptz(3) not null default now()
    )`.execute(database);
  await sql`
    create table question_candidates (
      id integer generated always as identity primary key,
      lesson_id integer not null references lessons on delete cascade,
      fingerprint text not null,
      question jsonb not null,
      answer_style text not null generated always as (question ->> 'type') stored,
      taxonomy_level text not null generated always as (question ->> 'blooms_taxonomy') stored,
      difficulty text not null generated always as (question ->> 'difficulty') stored,
      outcome text generated always as (question ->> 'outcome') stored,
      section integer not null,
      score double precision not null,
      written_by text not null,
      is_rejected boolean not null default false,
      edited_at timestamptz(3),
      created_at timestamptz(3) not null default now(),
      unique (lesson_id, fingerprint)
    )`.execute(database);
  await sql`
    create table question_set_stems (
      question_set_id integer not null references question_sets on delete cascade,
      fingerprint text not null,
      primary key (question_set_id, fingerprint)
    )`.execute(database);
  await sql`alter table lesson_work add column progress integer not null default 0`.execute(database);
}
