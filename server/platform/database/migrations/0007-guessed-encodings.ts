import { sql, type Kysely } from 'kysely';

/** A lesson shows that the encoding of its text file was guessed. The view has the columns of the table. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`alter table document_sources add column guessed_encoding text`.execute(database);
  await sql`
    create or replace view available_sources as
    select * from document_sources
    where not exists (select from all_lessons where all_lessons.docsource_id = document_sources.id)
      or exists (select from lessons where lessons.docsource_id = document_sources.id)`.execute(database);
}
