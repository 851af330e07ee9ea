import { sql, type Kysely } from 'kysely';

/**
 * Where a passage ends, what it is made of, the titles above it, and whether it is course administration. Passages stored
 * before count as prose that ends on its page. The titles above a slide are searched with it: its own text rarely repeats
 * them. They do not count for prose, whose rank in a search is as it was.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    alter table passages
      add column page_end integer,
      add column kind text not null default 'prose',
      add column title_path jsonb not null default '[]',
      add column is_administrative boolean not null default false`.execute(database);
  await sql`
    alter table passages
      drop column words,
      add column words tsvector not null generated always as (
        setweight(to_tsvector('english', left(coalesce(heading, ''), 2000)), 'A')
        || case when kind = 'prose' then ''::tsvector
                else setweight(to_tsvector('english', left(title_path::text, 4000)), 'B') end
        || to_tsvector('english', left(text, 60000))
      ) stored`.execute(database);
  await sql`
    create index passages_searched_words on passages using gin (words)
    with (fastupdate = on, gin_pending_list_limit = 1024)`.execute(database);
}
