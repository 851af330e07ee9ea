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
