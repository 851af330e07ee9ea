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
