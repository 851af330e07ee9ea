import { sql, type Kysely } from 'kysely';

/** Addresses that hear of events, and the messages that were sent there. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    create table webhooks (
      id integer generated always as identity primary key,
      instructor_id integer not null references users on delete cascade,
      url text not null,
      events jsonb not null,
      secret_encrypted bytea not null,
      is_active boolean not null default true,
      failures integer not null default 0,
      created_at timestamptz(3) not null default now()
    )`.execute(database);
  await sql`create index webhooks_instructor on webhooks (instructor_id)`.execute(database);
  await sql`
    create table webhook_deliveries (
      id text primary key,
      webhook_id integer not null references webhooks on delete cascade,
      event text not null,
      body text not null,
      status text not null default 'waiting',
      status_code integer,
      error text,
      attempts integer not null default 0,
      created_at timestamptz(3) not null default now(),
      last_attempt_at timestamptz(3)
    )`.execute(database);
  await sql`
    create index webhook_deliveries_webhook on webhook_deliveries (webhook_id, created_at desc)`.execute(
    database,
  );
}
