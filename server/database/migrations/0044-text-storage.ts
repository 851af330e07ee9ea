import { sql, type Kysely } from 'kysely';

interface TextTable {
  readonly name: string;
  /** Where the account is found when a row is inserted; left out where the row names it itself. */
  readonly parent?: { readonly table: string; readonly key: string; readonly owner: string };
  /** Long texts, in bytes as they are sent. */
  readonly texts: readonly string[];
}

/** Parents first. */
const TABLES: readonly TextTable[] = [
  { name: 'all_courses', texts: ['title', 'description'] },
  { name: 'outcomes', parent: courses('course_id'), texts: ['description'] },
  {
    name: 'all_lessons',
    parent: courses('course_id'),
    texts: [
      'title',
      'description',
      'source_url',
      'audio_transcript',
      'summary',
      'summary_points::text',
      'key_terms::text',
      'summaries::text',
    ],
  },
  { name: 'transcriptions', texts: ['plain_text', 'cues::text'] },
  {
    name: 'transcript_versions',
    parent: { table: 'transcriptions', key: 'transcription_id', owner: 'instructor_id' },
    texts: ['cues::text'],
  },
  // Once as a whole and once in passages.
  { name: 'document_sources', texts: ['plain_text', 'plain_text'] },
  { name: 'recognized_pages', texts: ['words::text'] },
  { name: 'question_sets', parent: owned('all_lessons', 'lesson_id'), texts: ['name', 'shortfall::text'] },
  {
    name: 'questions',
    parent: owned('question_sets', 'question_set_id'),
    texts: [
      'text',
      'explanation',
      'evidence::text',
      'flaws::text',
      'dismissed_flaws::text',
      'key_points::text',
      'rubric',
    ],
  },
  { name: 'options', parent: owned('questions', 'question_id'), texts: ['text'] },
  {
    name: 'question_set_drafts',
    parent: owned('question_sets', 'question_set_id'),
    texts: ['questions::text'],
  },
  {
    name: 'question_set_versions',
    parent: owned('question_sets', 'question_set_id'),
    texts: ['questions::text'],
  },
  { name: 'question_set_stems', parent: owned('question_sets', 'question_set_id'), texts: ['fingerprint'] },
  { name: 'question_candidates', parent: owned('all_lessons', 'lesson_id'), texts: ['question::text'] },
  { name: 'conversations', texts: ['title'] },
  {
    name: 'messages',
    parent: { table: 'conversations', key: 'conversation_id', owner: 'instructor_id' },
    texts: ['text', 'citations::text', 'statements::text', 'nearest::text'],
  },
];

function courses(key: string) {
  return { table: 'all_courses', key, owner: 'instructor_id' };
}

function owned(table: string, key: string) {
  return { table, key, owner: 'owner_id' };
}

/** What a row takes besides its texts. */
const ROW_BYTES = 100;

/**
 * Counts the bytes of the texts that each account stores. Triggers append what a statement added or removed: nothing that
 * writes a text can forget it, and no transaction waits for another one's count. Rows whose parent goes first name their
 * account themselves. A task of the worker adds up what was appended.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`create table text_bytes (instructor_id integer not null, bytes bigint not null)`.execute(
    database,
  );
  await sql`create index text_bytes_by_instructor on text_bytes (instructor_id)`.execute(database);
  await forgetDeletedAccounts(database);
  for (const table of TABLES) {
    if (table.parent !== undefined) await nameOwner(database, table.name, table.parent);
    const owner = table.parent === undefined ? 'instructor_id' : 'owner_id';
    const bytes = `${ROW_BYTES} + ${table.texts.map((text) => `coalesce(octet_length(${text}), 0)`).join(' + ')}`;
    const summed = (from: string, sign: '' | '-'): string =>
      `select ${owner} as instructor_id, ${sign}(${bytes})::bigint as bytes from ${from}`;
    await sql
      .raw(
        `insert into text_bytes select instructor_id, sum(bytes) from (${summed(table.name, '')}) as stored
         where instructor_id is not null group by instructor_id`,
      )
      .execute(database);
    for (const [event, rows, select] of [
      ['insert', 'new table as new_rows', summed('new_rows', '')],
      ['delete', 'old table as old_rows', summed('old_rows', '-')],
      [
        'update',
        'old table as old_rows new table as new_rows',
        `${summed('new_rows', '')} union all ${summed('old_rows', '-')}`,
      ],
    ] as const) {
      const name = `count_text_${table.name}_${event}`;
      await sql
        .raw(
          `create function ${name}() returns trigger language plpgsql as $count$
           begin
             insert into text_bytes
             select instructor_id, sum(bytes) from (${select}) as changed
             where instructor_id in (select id from users)
             group by instructor_id having sum(bytes) <> 0;
             return null;
           end $count$`,
        )
        .execute(database);
      await sql
        .raw(
          `create trigger ${name} after ${event} on ${table.name} referencing ${rows}
           for each statement execute function ${name}()`,
        )
        .execute(database);
    }
  }
}

/** What is deleted with an account is not counted. */
async function forgetDeletedAccounts(database: Kysely<unknown>): Promise<void> {
  await sql`
    create function forget_text_bytes() returns trigger language plpgsql as $forget$
    begin
      delete from text_bytes where instructor_id in (select id from old_rows);
      return null;
    end $forget$`.execute(database);
  await sql`
    create trigger forget_text_bytes after delete on users referencing old table as old_rows
    for each statement execute function forget_text_bytes()`.execute(database);
}

/** Adds the column that names the account, and fills it. */
async function nameOwner(
  database: Kysely<unknown>,
  table: string,
  { table: parent, key, owner }: NonNullable<TextTable['parent']>,
): Promise<void> {
  const name = `name_owner_of_${table}`;
  for (const statement of [
    `alter table ${table} add column owner_id integer`,
    `update ${table} set owner_id = ${parent}.${owner} from ${parent} where ${parent}.id = ${table}.${key}`,
    `create function ${name}() returns trigger language plpgsql as $name$
     begin
       new.owner_id := (select ${owner} from ${parent} where id = new.${key});
       return new;
     end $name$`,
    `create trigger ${name} before insert on ${table} for each row execute function ${name}()`,
  ])
    await sql.raw(statement).execute(database);
}
