import { sql, type Kysely } from 'kysely';

/** Monthly budgets for language model services, what was used of them this month, and the tokens of each question and answer. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    create table language_model_budget (
      is_only boolean default true primary key check (is_only),
      tokens double precision check (tokens >= 0),
      cost double precision check (cost >= 0),
      account_tokens double precision check (account_tokens >= 0),
      account_cost double precision check (account_cost >= 0),
      month integer not null,
      used_tokens double precision not null default 0,
      used_cost double precision not null default 0
    )`.execute(database);
  await sql`
    create table language_model_use (
      user_id integer primary key references users on delete cascade,
      month integer not null,
      used_tokens double precision not null default 0,
      used_cost double precision not null default 0
    )`.execute(database);
  for (const table of ['messages', 'question_candidates']) {
    await sql`alter table ${sql.table(table)} add column model_use jsonb`.execute(database);
  }
}
