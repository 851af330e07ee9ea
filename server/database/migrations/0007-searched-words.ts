import { sql, type Kysely } from 'kysely';

/**
 * The words of a passage as they are searched: stems, those of its heading marked A. Kept with the row, since a search
 * weighs thousands of passages and making their stems anew would take most of its time. Only so much of a text counts
 * that its stems cannot outgrow what PostgreSQL keeps of them (1 MB); an ordinary passage is a few hundred characters.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    alter table passages add column words tsvector not null generated always as (
      setweight(to_tsvector('english', left(coalesce(heading, ''), 2000)), 'A')
      || to_tsvector('english', left(text, 60000))
    ) stored`.execute(database);
  // A long document's stems wait in a list, or keeping it would take three times as long; every search reads that list,
  // so it is kept short.
  await sql`
    create index passages_searched_words on passages using gin (words)
    with (fastupdate = on, gin_pending_list_limit = 1024)`.execute(database);
  await sql`drop index passages_words`.execute(database);
}
