import { sql, type Kysely } from 'kysely';

/**
 * A file is in use while its text is. Foreign keys no longer let a file or a text that a lesson uses disappear. The view of
 * available files considers both ways in which a lesson uses a file.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  for (const [table, column, parent] of [
    ['document_sources', 'file_key', 'stored_files'],
    ['all_lessons', 'file_key', 'stored_files'],
    ['all_lessons', 'docsource_id', 'document_sources'],
  ] as const)
    await replaceForeignKey(database, { table, column, parent });
  const usesOf = (lessons: 'all_lessons' | 'lessons') => sql`
    exists (select from ${sql.table(lessons)} as used where used.file_key = stored_files.key)
    or exists (
      select from ${sql.table(lessons)} as used join document_sources on document_sources.id = used.docsource_id
      where document_sources.file_key = stored_files.key)`;
  await sql`
    create or replace view available_files as
    select * from stored_files where not (${usesOf('all_lessons')}) or (${usesOf('lessons')})`.execute(
    database,
  );
}

/** PostgreSQL named the original constraint after the table's name at that time. */
async function replaceForeignKey(
  database: Kysely<unknown>,
  { table, column, parent }: { table: string; column: string; parent: string },
): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select conname as name from pg_constraint
    join pg_attribute on attrelid = conrelid and attnum = any(conkey)
    where contype = 'f' and conrelid = ${table}::regclass and confrelid = ${parent}::regclass
      and attname = ${column}`.execute(database);
  for (const { name } of rows)
    await sql`
      alter table ${sql.table(table)} drop constraint ${sql.ref(name)}, add constraint ${sql.ref(name)}
      foreign key (${sql.ref(column)}) references ${sql.table(parent)} on delete restrict`.execute(database);
}
