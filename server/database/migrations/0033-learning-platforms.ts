import { sql, type Kysely } from 'kysely';

/**
 * LTI 1.3: the platforms that may launch Lectern, the key pairs that Lectern signs with, who on a platform uses which account,
 * the students that platforms send, and where their grades go.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    create table lti_platforms (
      id integer generated always as identity primary key,
      name text not null,
      issuer text not null,
      client_id text not null,
      deployment_ids jsonb not null,
      authorization_url text not null,
      token_url text not null,
      token_audience text,
      jwks_url text not null,
      frame_origins jsonb not null,
      created_at timestamptz(3) not null default now(),
      last_launch_at timestamptz(3),
      unique (issuer, client_id)
    )`.execute(database);
  await sql`
    create table lti_keys (
      id text primary key,
      public_key jsonb not null,
      private_key_encrypted bytea not null,
      created_at timestamptz(3) not null default now(),
      retired_at timestamptz(3)
    )`.execute(database);
  await sql`
    create table lti_used_nonces (
      nonce_hash bytea primary key,
      expires_at timestamptz(3) not null
    )`.execute(database);
  await sql`
    create table lti_launches (
      token_hash bytea primary key,
      platform_id integer not null references lti_platforms on delete cascade,
      content_encrypted bytea not null,
      session_opened_at timestamptz(3),
      expires_at timestamptz(3) not null
    )`.execute(database);
  await sql`create index lti_launches_platform on lti_launches (platform_id)`.execute(database);
  await sql`
    create table lti_identities (
      platform_id integer not null references lti_platforms on delete cascade,
      subject text not null,
      user_id integer not null references users on delete cascade,
      created_at timestamptz(3) not null default now(),
      last_used_at timestamptz(3) not null default now(),
      primary key (platform_id, subject)
    )`.execute(database);
  await sql`create index lti_identities_user on lti_identities (user_id)`.execute(database);
  await sql`
    create table lti_quiz_permits (
      platform_id integer not null references lti_platforms on delete cascade,
      shared_quiz_id integer not null references shared_quizzes on delete cascade,
      created_at timestamptz(3) not null default now(),
      primary key (platform_id, shared_quiz_id)
    )`.execute(database);
  await sql`create index lti_quiz_permits_quiz on lti_quiz_permits (shared_quiz_id)`.execute(database);
  await sql`
    create table lti_students (
      id integer generated always as identity primary key,
      platform_id integer not null references lti_platforms on delete cascade,
      student_key bytea not null,
      subject_encrypted bytea not null,
      created_at timestamptz(3) not null default now(),
      unique (platform_id, student_key)
    )`.execute(database);
  await sql`
    create table lti_line_items (
      shared_quiz_id integer not null references shared_quizzes on delete cascade,
      student_id integer not null references lti_students on delete cascade,
      url text not null,
      sent_points real,
      sent_at timestamptz(3),
      error text,
      primary key (shared_quiz_id, student_id)
    )`.execute(database);
  await sql`create index lti_line_items_student on lti_line_items (student_id)`.execute(database);
  await sql`
    alter table attempts add column lti_student_id integer references lti_students on delete set null`.execute(
    database,
  );
  await sql`
    create index attempts_lti_student on attempts (lti_student_id, shared_quiz_id)
    where lti_student_id is not null`.execute(database);
}
