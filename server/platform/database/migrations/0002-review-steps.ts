import { sql, type Kysely } from 'kysely';

/** The steps of a quiz's review, so that each can be undone, even after a reload. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    create table review_steps (
      id integer generated always as identity primary key,
      question_set_id integer not null references all_question_sets on delete cascade,
      kind text not null,
      position smallint not null,
      before jsonb not null,
      after text,
      owner_id integer
    )`.execute(database);
  await sql`
    create trigger name_owner before insert on review_steps
    for each row execute function name_owner('owner_id', 'all_question_sets', 'question_set_id')`.execute(
    database,
  );
  await sql`select count_texts('review_steps', 'owner_id', 'before::text')`.execute(database);
  await sql`create index review_steps_by_set on review_steps (question_set_id, id)`.execute(database);
}
