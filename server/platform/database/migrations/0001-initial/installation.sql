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
