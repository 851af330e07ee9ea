import { sql, type Kysely } from 'kysely';

/**
 * What applies to the whole installation: one row, or none while everything is at its default. And the audit log, which
 * refers to accounts by number alone: an entry outlives the account it is about.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    create table installation (
      is_only boolean primary key default true check (is_only),
      secret_fingerprint bytea,
      updated_at timestamptz(3) not null default now()
    )`.execute(database);
  await sql`
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
    )`.execute(database);
  await sql`create index audit_log_time on audit_log (at)`.execute(database);
  await sql`create index audit_log_actor on audit_log (actor_id, id)`.execute(database);
  await sql`create index audit_log_subject on audit_log (subject_kind, subject_id, id)`.execute(database);
}
