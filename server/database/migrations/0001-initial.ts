import { sql, type Kysely } from 'kysely';

/**
 * The first shape of the data. Plain SQL, since a migration must go on meaning the same when the
 * code around it changes. `instructor_id` is the user's own id: each user is their own instructor.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    create table users (
      id integer generated always as identity primary key,
      email text not null unique,
      name text not null,
      department text not null,
      password_hash text not null,
      api_key_hash bytea not null unique,
      api_key_encrypted bytea not null,
      is_active boolean not null default true,
      is_staff boolean not null default false,
      created_at timestamptz(3) not null default now(),
      updated_at timestamptz(3) not null default now()
    )`.execute(database);
  await sql`
    create table refresh_tokens (
      id uuid primary key,
      user_id integer not null references users on delete cascade,
      family_id uuid not null,
      token_hash bytea not null unique,
      expires_at timestamptz(3) not null,
      spent_at timestamptz(3),
      revoked_at timestamptz(3),
      created_at timestamptz(3) not null default now()
    )`.execute(database);
  await sql`create index refresh_tokens_user on refresh_tokens (user_id)`.execute(database);
  await sql`create index refresh_tokens_family on refresh_tokens (family_id)`.execute(database);
  await sql`create index refresh_tokens_expiry on refresh_tokens (expires_at)`.execute(database);
  await sql`
    create table courses (
      id integer generated always as identity primary key,
      instructor_id integer not null references users on delete cascade,
      title text not null,
      description text not null,
      department text not null,
      created_at timestamptz(3) not null default now(),
      updated_at timestamptz(3) not null default now()
    )`.execute(database);
  await sql`create index courses_instructor on courses (instructor_id, id desc)`.execute(database);
  await sql`
    create table outcomes (
      course_id integer not null references courses on delete cascade,
      position smallint not null,
      short_name text not null,
      description text not null,
      primary key (course_id, position)
    )`.execute(database);
  await sql`
    create table stored_files (
      key text primary key,
      instructor_id integer not null references users on delete cascade,
      kind text not null,
      content_type text not null,
      original_name text not null,
      size_bytes bigint not null,
      created_at timestamptz(3) not null default now()
    )`.execute(database);
  await sql`create index stored_files_instructor on stored_files (instructor_id)`.execute(database);
  await sql`
    create table document_sources (
      id text primary key,
      instructor_id integer not null references users on delete cascade,
      file_key text references stored_files on delete cascade,
      plain_text text not null,
      page_count integer,
      spoken boolean not null,
      embedded_by text,
      created_at timestamptz(3) not null default now()
    )`.execute(database);
  await sql`create index document_sources_file on document_sources (file_key)`.execute(database);
  await sql`create index document_sources_instructor on document_sources (instructor_id)`.execute(database);
  await sql`
    create table passages (
      id bigint generated always as identity primary key,
      docsource_id text not null references document_sources on delete cascade,
      position integer not null,
      section integer not null,
      heading text,
      text text not null,
      page integer,
      start_second double precision,
      end_second double precision,
      start_offset integer not null,
      end_offset integer not null,
      embedding bytea,
      unique (docsource_id, position)
    )`.execute(database);
  await sql`
    create table lessons (
      id integer generated always as identity primary key,
      course_id integer not null references courses on delete cascade,
      title text not null,
      description text not null,
      type text not null,
      kind text not null,
      file_key text references stored_files,
      source_url text,
      audio_transcript text not null,
      summary text not null,
      summary_points jsonb not null,
      docsource_id text references document_sources on delete set null,
      video_id text,
      transcription_error text,
      created_at timestamptz(3) not null default now(),
      updated_at timestamptz(3) not null default now(),
      check ((file_key is null) <> (source_url is null))
    )`.execute(database);
  await sql`create index lessons_course on lessons (course_id, id)`.execute(database);
  await sql`create index lessons_file on lessons (file_key)`.execute(database);
  await sql`create index lessons_docsource on lessons (docsource_id)`.execute(database);
  await sql`
    create table transcriptions (
      id text primary key,
      instructor_id integer not null references users on delete cascade,
      lesson_id integer references lessons on delete cascade,
      file_key text,
      source_url text,
      access_token_hash bytea,
      status text not null,
      progress smallint not null default 0,
      error text,
      duration_seconds double precision,
      cues jsonb not null,
      plain_text text,
      created_at timestamptz(3) not null default now(),
      updated_at timestamptz(3) not null default now()
    )`.execute(database);
  await sql`create index transcriptions_lesson on transcriptions (lesson_id)`.execute(database);
  await sql`create index transcriptions_instructor on transcriptions (instructor_id)`.execute(database);
  await sql`
    create table question_sets (
      id integer generated always as identity primary key,
      lesson_id integer not null references lessons on delete cascade,
      job_id text unique,
      name text not null,
      answer_style text not null,
      shortfall jsonb not null,
      saved_at timestamptz(3),
      created_at timestamptz(3) not null default now()
    )`.execute(database);
  await sql`create index question_sets_lesson on question_sets (lesson_id, id desc)`.execute(database);
  await sql`
    create index question_sets_unsaved on question_sets (created_at) where saved_at is null`.execute(
    database,
  );
  await sql`
    create table questions (
      id integer generated always as identity primary key,
      question_set_id integer not null references question_sets on delete cascade,
      position smallint not null,
      text text not null,
      type text not null,
      blooms_taxonomy text not null,
      difficulty text not null,
      outcome_short_name text,
      explanation text not null,
      evidence jsonb not null,
      flaws jsonb not null,
      key_points jsonb not null,
      rubric text,
      unique (question_set_id, position)
    )`.execute(database);
  await sql`
    create table options (
      id integer generated always as identity primary key,
      question_id integer not null references questions on delete cascade,
      position smallint not null,
      text text not null,
      is_correct boolean not null,
      unique (question_id, position)
    )`.execute(database);
  await sql`
    create table job_answers (
      job_id text primary key,
      instructor_id integer not null references users on delete cascade,
      answer jsonb not null,
      problem_code text,
      problem_detail text,
      created_at timestamptz(3) not null default now()
    )`.execute(database);
  await sql`create index job_answers_age on job_answers (created_at)`.execute(database);
  await sql`create index job_answers_instructor on job_answers (instructor_id)`.execute(database);
  // The table that rate-limiter-flexible expects.
  await sql`
    create table rate_limits (
      key varchar(255) primary key,
      points integer not null default 0,
      expire bigint
    )`.execute(database);
}
