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
