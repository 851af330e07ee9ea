import { sql, type Kysely } from 'kysely';

/** Quizzes that students take: links with settings, versions of their questions, class lists, attempts and answers. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    create table class_lists (
      id integer primary key generated always as identity,
      instructor_id integer not null references users on delete cascade,
      name text not null,
      created_at timestamptz(3) not null default now()
    )`.execute(database);
  await sql`create index class_lists_instructor on class_lists (instructor_id)`.execute(database);
  await sql`
    create table class_list_members (
      id integer primary key generated always as identity,
      class_list_id integer not null references class_lists on delete cascade,
      name text not null,
      student_number text not null default '',
      code_hash bytea not null,
      created_at timestamptz(3) not null default now(),
      unique (class_list_id, code_hash)
    )`.execute(database);
  await sql`
    create table shared_quizzes (
      id integer primary key generated always as identity,
      question_set_id integer not null unique references question_sets on delete cascade,
      instructor_id integer not null references users on delete cascade,
      code text not null unique,
      settings jsonb not null,
      opens_at timestamptz(3),
      closes_at timestamptz(3),
      class_list_id integer references class_lists on delete set null,
      created_at timestamptz(3) not null default now()
    )`.execute(database);
  await sql`create index shared_quizzes_instructor on shared_quizzes (instructor_id)`.execute(database);
  await sql`create index shared_quizzes_class_list on shared_quizzes (class_list_id)`.execute(database);
  await sql`
    create table shared_quiz_versions (
      id integer primary key generated always as identity,
      shared_quiz_id integer not null references shared_quizzes on delete cascade,
      version integer not null,
      question_set_version integer not null,
      questions jsonb not null,
      created_at timestamptz(3) not null default now(),
      unique (shared_quiz_id, version)
    )`.execute(database);
  await sql`
    create table attempts (
      id integer primary key generated always as identity,
      shared_quiz_id integer not null references shared_quizzes on delete cascade,
      version_id integer not null references shared_quiz_versions on delete cascade,
      member_id integer references class_list_members on delete set null,
      student_name text not null default '',
      attempt_number integer not null default 1,
      is_preview boolean not null default false,
      token_hash bytea not null unique,
      token_salt bytea not null,
      resume_code_hash bytea,
      layout jsonb not null,
      started_at timestamptz(3) not null default now(),
      deadline_at timestamptz(3),
      extra_seconds integer not null default 0,
      outage_seconds integer not null default 0,
      submitted_at timestamptz(3),
      submitted_by text,
      late_accepted boolean not null default false,
      updated_at timestamptz(3) not null default now(),
      unique (shared_quiz_id, member_id, attempt_number),
      unique (shared_quiz_id, resume_code_hash)
    )`.execute(database);
  await sql`create index attempts_updated on attempts (shared_quiz_id, updated_at)`.execute(database);
  await sql`create index attempts_version on attempts (version_id)`.execute(database);
  await sql`create index attempts_member on attempts (member_id)`.execute(database);
  await sql`
    create index attempts_open on attempts (deadline_at) where submitted_at is null and deadline_at is not null`.execute(
    database,
  );
  await sql`
    create table attempt_answers (
      attempt_id integer not null references attempts on delete cascade,
      question_key integer not null,
      is_late boolean not null,
      choice integer,
      text text,
      is_flagged boolean not null,
      is_final boolean not null,
      seconds_spent integer not null,
      device text not null,
      sequence integer not null,
      points real,
      comment text not null default '',
      graded_at timestamptz(3),
      answered_at timestamptz(3) not null default clock_timestamp(),
      primary key (attempt_id, question_key, is_late)
    )`.execute(database);
  await sql`
    create table service_heartbeat (
      id integer primary key check (id = 1),
      beat_at timestamptz(3) not null
    )`.execute(database);
}
