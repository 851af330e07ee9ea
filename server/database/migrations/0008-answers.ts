import { sql, type Kysely } from 'kysely';

/**
 * An answer keeps its sentences with what each rests on, how it ended and who wrote it; a question, where it was to be
 * answered from and how often it was asked. Answers given before keep their text and citations.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    alter table messages
      add column statements jsonb not null default '[]',
      add column outcome text,
      add column nearest jsonb not null default '[]',
      add column written_by text,
      add column note text,
      add column scope jsonb,
      add column attempt integer not null default 1`.execute(database);
  await sql`
    update messages
    set outcome = case when jsonb_array_length(citations) > 0 then 'answered' else 'nothing_found' end
    where role = 'assistant'`.execute(database);
}
