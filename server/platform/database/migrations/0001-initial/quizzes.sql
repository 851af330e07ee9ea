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
