-- The schema of the first release. Later changes are separate migrations.

-- Accounts, sessions and sign-in. `instructor_id` is the id of a user: each user is their own instructor.
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
  updated_at timestamptz(3) not null default now(),
  storage_quota_bytes bigint,
  has_password boolean not null default true,
  email_verified_at timestamptz(3),
  api_key_created_at timestamptz(3) default now()
);

create table sessions (
  id uuid primary key,
  user_id integer not null references users on delete cascade,
  device text not null,
  created_at timestamptz(3) not null default now(),
  last_used_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  network text,
  method text not null default 'password'
);
create index sessions_expiry on sessions (expires_at);
create index sessions_user on sessions (user_id, last_used_at desc);

create table refresh_tokens (
  id uuid primary key,
  user_id integer not null references users on delete cascade,
  session_id uuid not null references sessions on delete cascade,
  token_hash bytea not null unique,
  expires_at timestamptz(3) not null,
  spent_at timestamptz(3),
  created_at timestamptz(3) not null default now()
);
create index refresh_tokens_expiry on refresh_tokens (expires_at);
create index refresh_tokens_session on refresh_tokens (session_id);
create index refresh_tokens_user on refresh_tokens (user_id);

create table api_keys (
  id uuid primary key,
  user_id integer not null references users on delete cascade,
  name text not null,
  key_hash bytea not null unique,
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3),
  last_used_at timestamptz(3)
);
create index api_keys_user on api_keys (user_id, created_at);

create table password_resets (
  id uuid primary key,
  user_id integer not null references users on delete cascade,
  token_hash bytea not null unique,
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null
);
create index password_resets_user on password_resets (user_id, created_at);

create table registration_links (
  id uuid primary key,
  email text not null,
  token_hash bytea not null unique,
  invitation_hash bytea,
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null
);
create index registration_links_email on registration_links (email);

create table invitations (
  id uuid primary key,
  token_hash bytea not null unique,
  email text,
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  used_at timestamptz(3)
);

create table external_identities (
  issuer text not null,
  subject text not null,
  user_id integer not null references users on delete cascade,
  created_at timestamptz(3) not null default now(),
  last_used_at timestamptz(3) not null default now(),
  primary key (issuer, subject)
);
create index external_identities_user on external_identities (user_id);

create table second_factors (
  user_id integer primary key references users on delete cascade,
  secret_encrypted bytea,
  pending_secret_encrypted bytea,
  enabled_at timestamptz(3),
  last_step bigint not null default 0
);

create table recovery_codes (
  user_id integer not null references users on delete cascade,
  code_hash bytea not null,
  primary key (user_id, code_hash)
);

create table sign_in_tickets (
  token_hash bytea primary key,
  kind text not null,
  user_id integer not null references users on delete cascade,
  payload jsonb not null,
  expires_at timestamptz(3) not null
);
create index sign_in_tickets_user on sign_in_tickets (user_id);

-- The installation: tables with one row, or none while everything has its default. The audit log refers to accounts by number
-- only, because its entries outlive them.
create table installation (
  is_only boolean default true primary key check (is_only),
  secret_fingerprint bytea,
  updated_at timestamptz(3) not null default now(),
  registration_mode text not null default 'open',
  allowed_domains jsonb not null default '[]',
  two_factor_policy text not null default 'off',
  first_administrator_renewals integer not null default 0
);

create table maintenance (
  is_only boolean default true primary key check (is_only),
  installation_id uuid not null default gen_random_uuid(),
  has_foreign_files boolean not null default false,
  tidied_up_at timestamptz(3),
  runs_to_wait integer not null default 0
);

create table language_model_settings (
  is_only boolean default true primary key check (is_only),
  provider text not null,
  base_url text,
  model text,
  api_version text,
  api_key_encrypted bytea,
  api_key_ending text,
  input_price double precision check (input_price >= 0),
  output_price double precision check (output_price >= 0),
  timeout_seconds integer not null,
  uses_gpu boolean not null default false,
  updated_at timestamptz not null default now(),
  check ((input_price is null) = (output_price is null))
);

create table audit_log (
  id bigint generated always as identity primary key,
  at timestamptz(3) not null default now(),
  action text not null,
  outcome text not null,
  actor_kind text not null,
  actor_id integer,
  subject_kind text,
  subject_id text,
  address text,
  device text,
  request_id text,
  details jsonb not null default '{}'
);
create index audit_log_actor on audit_log (actor_id, id);
create index audit_log_subject on audit_log (subject_kind, subject_id, id);
create index audit_log_time on audit_log (at);

-- The table that rate-limiter-flexible expects.
create table rate_limits (
  key varchar(255) primary key,
  points integer not null default 0,
  expire bigint
);

-- Files, courses, lessons and their texts. A lesson keeps its summaries of all lengths. The views below hide what is in the trash.
create table stored_files (
  key text primary key,
  instructor_id integer not null references users on delete cascade,
  kind text not null,
  content_type text not null,
  original_name text not null,
  size_bytes bigint not null,
  created_at timestamptz(3) not null default now(),
  awaits_recognition boolean not null default false
);
create index stored_files_instructor on stored_files (instructor_id);

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
  check ((offset_bytes >= 0) and (offset_bytes <= size_bytes))
);
create index resumable_uploads_expiry on resumable_uploads (expires_at);
create index resumable_uploads_file on resumable_uploads (file_key);
create index resumable_uploads_instructor on resumable_uploads (instructor_id);

create table document_sources (
  id text primary key,
  instructor_id integer not null references users on delete cascade,
  file_key text references stored_files on delete restrict,
  plain_text text not null,
  page_count integer,
  spoken boolean not null,
  embedded_by text,
  created_at timestamptz(3) not null default now(),
  recognition_key text
);
create index document_sources_file on document_sources (file_key);
create index document_sources_instructor on document_sources (instructor_id);
create index document_sources_recognition on document_sources (instructor_id, recognition_key) where recognition_key is not null;

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
  page_end integer,
  kind text not null default 'prose',
  title_path jsonb not null default '[]',
  is_administrative boolean not null default false,
  -- Stems to search, with weight A for the heading and B for the titles above a slide. Stored, because a search weighs thousands
  -- of passages. Texts are cut so that PostgreSQL can store their stems (1 MB).
  words tsvector not null generated always as (
    setweight(to_tsvector('english', left(coalesce(heading, ''), 2000)), 'A')
    || case when kind = 'prose' then '' else setweight(to_tsvector('english', left(title_path::text, 4000)), 'B') end
    || to_tsvector('english', left(text, 60000))) stored,
  paragraph integer,
  unique (docsource_id, position)
);
-- Every search reads the list of pending stems, so it is kept short.
create index passages_searched_words on passages using gin (words) with (fastupdate = on, gin_pending_list_limit = 1024);
create index passages_without_vector on passages (docsource_id) where embedding is null;

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
);

create table all_courses (
  id integer generated always as identity primary key,
  instructor_id integer not null references users on delete cascade,
  title text not null,
  description text not null,
  department text not null,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  is_pinned boolean not null default false,
  trashed_at timestamptz(3),
  is_demo boolean not null default false
);
create index all_courses_trashed on all_courses (trashed_at) where trashed_at is not null;
create index courses_instructor on all_courses (instructor_id, id desc);

create table outcomes (
  course_id integer not null references all_courses on delete cascade,
  position smallint not null,
  short_name text not null,
  description text not null,
  owner_id integer,
  primary key (course_id, position)
);

create table all_lessons (
  id integer generated always as identity primary key,
  course_id integer not null references all_courses on delete cascade,
  title text not null,
  description text not null,
  type text not null,
  kind text not null,
  file_key text references stored_files on delete restrict,
  source_url text,
  audio_transcript text not null,
  summary text not null,
  summary_points jsonb not null,
  docsource_id text references document_sources on delete restrict,
  video_id text,
  transcription_error text,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  summary_length text,
  key_terms jsonb not null default '[]',
  summary_note text,
  trashed_at timestamptz(3),
  transcription_error_coded jsonb,
  summary_note_coded jsonb,
  summaries jsonb not null default '{}',
  position integer,
  topic text not null default '',
  owner_id integer,
  has_edited_terms boolean not null default false,
  check ((file_key is null) <> (source_url is null))
);
create index all_lessons_trashed on all_lessons (trashed_at) where trashed_at is not null;
create index lessons_course on all_lessons (course_id, id);
create index lessons_docsource on all_lessons (docsource_id);
create index lessons_file on all_lessons (file_key);

create table summary_stretches (
  lesson_id integer not null references all_lessons on delete cascade,
  fingerprint text not null,
  result jsonb not null,
  created_at timestamptz(3) not null default now(),
  primary key (lesson_id, fingerprint)
);
create index summary_stretches_created on summary_stretches (created_at);

-- Transcriptions, and their corrections: `version` counts edits, `passages_version` is the version that passages were last made of.
create table transcriptions (
  id text primary key,
  instructor_id integer not null references users on delete cascade,
  lesson_id integer references all_lessons on delete cascade,
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
  updated_at timestamptz(3) not null default now(),
  error_coded jsonb,
  version integer not null default 0,
  passages_version integer not null default 0,
  edited_at timestamptz
);
create index transcriptions_instructor on transcriptions (instructor_id);
create index transcriptions_lesson on transcriptions (lesson_id);

create table transcript_versions (
  transcription_id text not null references transcriptions on delete cascade,
  version integer not null,
  cues jsonb not null,
  saved_at timestamptz not null,
  owner_id integer,
  primary key (transcription_id, version)
);

create table transcript_edits (
  transcription_id text not null references transcriptions on delete cascade,
  id uuid not null,
  version integer not null,
  created_at timestamptz not null default now(),
  primary key (transcription_id, id)
);

-- Quizzes: the published questions, a draft, and earlier versions. Stems outlive versions, because the bank uses a question only once.
create table all_question_sets (
  id integer generated always as identity primary key,
  lesson_id integer not null references all_lessons on delete cascade,
  job_id text unique,
  name text not null,
  answer_style text not null,
  shortfall jsonb not null,
  saved_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  version integer not null default 1,
  writer jsonb,
  requested_outcomes jsonb not null default '[]',
  owner_id integer,
  used_at timestamptz(3) not null default now(),
  trashed_at timestamptz(3),
  save_id uuid
);
create index all_question_sets_trashed on all_question_sets (trashed_at) where trashed_at is not null;
create index all_question_sets_unsaved on all_question_sets (used_at) where saved_at is null and trashed_at is null;
create index question_sets_lesson on all_question_sets (lesson_id, id desc);

create table questions (
  id integer generated always as identity primary key,
  question_set_id integer not null references all_question_sets on delete cascade,
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
  written_by text not null default 'composer',
  dismissed_flaws jsonb not null default '[]',
  fingerprint text not null default '',
  owner_id integer,
  is_draft boolean not null default false,
  unique (question_set_id, position)
);
create index questions_by_fingerprint on questions (fingerprint, question_set_id);

create table options (
  id integer generated always as identity primary key,
  question_id integer not null references questions on delete cascade,
  position smallint not null,
  text text not null,
  is_correct boolean not null,
  owner_id integer,
  unique (question_id, position)
);

create table question_set_drafts (
  question_set_id integer primary key references all_question_sets on delete cascade,
  based_on_version integer not null,
  questions jsonb not null,
  updated_at timestamptz(3) not null default now(),
  owner_id integer,
  save_id uuid
);

create table question_set_versions (
  question_set_id integer not null references all_question_sets on delete cascade,
  version integer not null,
  questions jsonb not null,
  created_at timestamptz(3) not null default now(),
  owner_id integer,
  primary key (question_set_id, version)
);

create table question_set_stems (
  question_set_id integer not null references all_question_sets on delete cascade,
  fingerprint text not null,
  owner_id integer,
  primary key (question_set_id, fingerprint)
);

-- The question bank of a lesson: candidates, and how far their preparation is.
create table question_banks (
  lesson_id integer primary key references all_lessons on delete cascade,
  status text,
  target_count integer not null default 0,
  note text,
  job_id text,
  writer text,
  seconds_per_candidate double precision,
  outcomes_hash text,
  updated_at timestamptz(3) not null default now(),
  note_coded jsonb
);

create table question_candidates (
  id integer generated always as identity primary key,
  lesson_id integer not null references all_lessons on delete cascade,
  fingerprint text not null,
  question jsonb not null,
  answer_style text generated always as ((question ->> 'type')) stored,
  taxonomy_level text generated always as ((question ->> 'blooms_taxonomy')) stored,
  difficulty text generated always as ((question ->> 'difficulty')) stored,
  outcome text generated always as ((question ->> 'outcome')) stored,
  section integer not null,
  score double precision not null,
  written_by text not null,
  is_rejected boolean not null default false,
  edited_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  owner_id integer,
  is_draft boolean not null default false,
  unique (lesson_id, fingerprint)
);

-- Conversations with the assistant.
create table conversations (
  id integer generated always as identity primary key,
  instructor_id integer not null references users on delete cascade,
  title text not null,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);
create index conversations_instructor on conversations (instructor_id, updated_at desc, id desc);

create table messages (
  id integer generated always as identity primary key,
  conversation_id integer not null references conversations on delete cascade,
  position integer not null,
  role text not null,
  text text not null,
  citations jsonb not null,
  created_at timestamptz(3) not null default now(),
  statements jsonb not null default '[]',
  outcome text,
  nearest jsonb not null default '[]',
  written_by text,
  note text,
  scope jsonb,
  attempt integer not null default 1,
  note_coded jsonb,
  owner_id integer,
  unique (conversation_id, position)
);

-- Background jobs as pages show them, and the answers to waiting requests.
create table lesson_work (
  job_id text primary key,
  job_name text not null,
  instructor_id integer not null references users on delete cascade,
  lesson_id integer not null references all_lessons on delete cascade,
  work text not null,
  status text not null,
  message text,
  started_at timestamptz(3) not null default now(),
  ended_at timestamptz(3),
  progress integer not null default 0,
  message_coded jsonb
);
create index lesson_work_age on lesson_work (started_at);
create index lesson_work_instructor on lesson_work (instructor_id, started_at desc);
create index lesson_work_lesson on lesson_work (lesson_id);

create table job_answers (
  job_id text primary key,
  instructor_id integer not null references users on delete cascade,
  answer jsonb not null,
  problem_code text,
  problem_detail text,
  created_at timestamptz(3) not null default now(),
  problem_coded jsonb
);
create index job_answers_age on job_answers (created_at);
create index job_answers_instructor on job_answers (instructor_id);

-- Everything outside the trash. A lesson is in the trash if its course is. A file is in use while a lesson has it or its text.
create view courses as
select id, instructor_id, title, description, department, is_pinned, created_at, updated_at, is_demo
from all_courses where trashed_at is null;

create view lessons as
select id, course_id, title, description, type, kind, file_key, source_url, audio_transcript, summary, summary_points,
       summary_length, key_terms, summary_note, docsource_id, video_id, transcription_error, created_at, updated_at,
       transcription_error_coded, summary_note_coded, summaries, position, topic, has_edited_terms
from all_lessons
where trashed_at is null and exists (select from courses where courses.id = all_lessons.course_id);

create view question_sets as
select id, lesson_id, job_id, name, answer_style, shortfall, saved_at, created_at, version, writer, requested_outcomes,
       owner_id, used_at, save_id
from all_question_sets where trashed_at is null;

create view available_files as
select * from stored_files
where not (
    exists (select from all_lessons as used where used.file_key = stored_files.key)
    or exists (select from all_lessons as used join document_sources on document_sources.id = used.docsource_id
               where document_sources.file_key = stored_files.key))
  or exists (select from lessons as used where used.file_key = stored_files.key)
  or exists (select from lessons as used join document_sources on document_sources.id = used.docsource_id
             where document_sources.file_key = stored_files.key);

create view available_sources as
select * from document_sources
where not exists (select from all_lessons where all_lessons.docsource_id = document_sources.id)
  or exists (select from lessons where lessons.docsource_id = document_sources.id);

-- The bytes of text that each account stores. Triggers append what a statement added or removed, so that no write is forgotten and
-- no transaction waits for another's count. A task of the worker adds up the entries.
create table text_bytes (
  instructor_id integer not null,
  bytes bigint not null
);
create index text_bytes_by_instructor on text_bytes (instructor_id);

-- Texts deleted with their account are not counted.
create function forget_text_bytes() returns trigger language plpgsql as $$
begin
  delete from text_bytes where instructor_id in (select id from old_rows);
  return null;
end $$;
create trigger forget_text_bytes after delete on users referencing old table as old_rows
for each statement execute function forget_text_bytes();

-- Arguments: the column that names the account, and the bytes of a row.
create function count_text() returns trigger language plpgsql as $$
declare
  added text := format('select %s as instructor_id, (%s)::bigint as bytes from new_rows', tg_argv[0], tg_argv[1]);
  removed text := format('select %s as instructor_id, -(%s)::bigint as bytes from old_rows', tg_argv[0], tg_argv[1]);
begin
  execute format(
    'insert into text_bytes select instructor_id, sum(bytes) from (%s) as changed
     where instructor_id in (select id from users) group by instructor_id having sum(bytes) <> 0',
    case tg_op when 'INSERT' then added when 'DELETE' then removed else added || ' union all ' || removed end);
  return null;
end $$;

-- A row counts 100 bytes and its texts. Called again for a table, it replaces what was counted before.
create function count_texts(counted text, owner text, variadic texts text[]) returns void language plpgsql as $$
declare
  bytes text := '100';
  each text;
  event text[];
begin
  foreach each in array texts loop
    bytes := bytes || format(' + coalesce(octet_length(%s), 0)', each);
  end loop;
  foreach event slice 1 in array array[
    ['insert', 'new table as new_rows'], ['delete', 'old table as old_rows'],
    ['update', 'old table as old_rows new table as new_rows']]
  loop
    execute format(
      'create or replace trigger count_text_%s after %s on %I referencing %s
       for each statement execute function count_text(%L, %L)', event[1], event[1], counted, event[2], owner, bytes);
  end loop;
end $$;

-- Rows whose parent goes first name their account themselves. Arguments: the parent's column with the account, the parent, the key.
create function name_owner() returns trigger language plpgsql as $$
declare
  owner integer;
begin
  execute format('select %I from %I where id = $1.%I', tg_argv[0], tg_argv[1], tg_argv[2]) using new into owner;
  new.owner_id := owner;
  return new;
end $$;
create trigger name_owner before insert on all_lessons
for each row execute function name_owner('instructor_id', 'all_courses', 'course_id');
create trigger name_owner before insert on all_question_sets
for each row execute function name_owner('owner_id', 'all_lessons', 'lesson_id');
create trigger name_owner before insert on messages
for each row execute function name_owner('instructor_id', 'conversations', 'conversation_id');
create trigger name_owner before insert on options
for each row execute function name_owner('owner_id', 'questions', 'question_id');
create trigger name_owner before insert on outcomes
for each row execute function name_owner('instructor_id', 'all_courses', 'course_id');
create trigger name_owner before insert on question_candidates
for each row execute function name_owner('owner_id', 'all_lessons', 'lesson_id');
create trigger name_owner before insert on question_set_drafts
for each row execute function name_owner('owner_id', 'all_question_sets', 'question_set_id');
create trigger name_owner before insert on question_set_stems
for each row execute function name_owner('owner_id', 'all_question_sets', 'question_set_id');
create trigger name_owner before insert on question_set_versions
for each row execute function name_owner('owner_id', 'all_question_sets', 'question_set_id');
create trigger name_owner before insert on questions
for each row execute function name_owner('owner_id', 'all_question_sets', 'question_set_id');
create trigger name_owner before insert on transcript_versions
for each row execute function name_owner('instructor_id', 'transcriptions', 'transcription_id');

select count_texts('all_courses', 'instructor_id', 'title', 'description');
select count_texts('outcomes', 'owner_id', 'description');
select count_texts('all_lessons', 'owner_id', 'title', 'description', 'source_url', 'audio_transcript', 'summary', 'summary_points::text', 'key_terms::text', 'summaries::text');
select count_texts('transcriptions', 'instructor_id', 'plain_text', 'cues::text');
select count_texts('transcript_versions', 'owner_id', 'cues::text');
-- Counted twice, because passages store the text again.
select count_texts('document_sources', 'instructor_id', 'plain_text', 'plain_text');
select count_texts('recognized_pages', 'instructor_id', 'words::text');
select count_texts('all_question_sets', 'owner_id', 'name', 'shortfall::text');
select count_texts('questions', 'owner_id', 'text', 'explanation', 'evidence::text', 'flaws::text', 'dismissed_flaws::text', 'key_points::text', 'rubric');
select count_texts('options', 'owner_id', 'text');
select count_texts('question_set_drafts', 'owner_id', 'questions::text');
select count_texts('question_set_versions', 'owner_id', 'questions::text');
select count_texts('question_set_stems', 'owner_id', 'fingerprint');
select count_texts('question_candidates', 'owner_id', 'question::text');
select count_texts('conversations', 'instructor_id', 'title');
select count_texts('messages', 'owner_id', 'text', 'citations::text', 'statements::text', 'nearest::text');
