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
