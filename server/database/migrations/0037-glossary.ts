import { sql, type Kysely } from 'kysely';

/**
 * Names and terms of a course, with the suggestions that its instructor dismissed; what instructors corrected in transcripts; and
 * replacements in all transcripts of a course, with what each transcript said before, so that they can be undone.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    create table glossary_terms (
      id integer primary key generated always as identity,
      course_id integer not null references all_courses on delete cascade,
      term text not null,
      misheard_as jsonb not null default '[]',
      is_dismissed boolean not null default false,
      created_at timestamptz(3) not null default now()
    )`.execute(database);
  await sql`create unique index glossary_terms_course_term on glossary_terms (course_id, lower(term))`.execute(
    database,
  );
  await sql`
    create table transcript_corrections (
      lesson_id integer not null references all_lessons on delete cascade,
      heard text not null,
      corrected text not null,
      count integer not null,
      primary key (lesson_id, heard, corrected)
    )`.execute(database);
  await sql`
    create table transcript_replacements (
      id integer primary key generated always as identity,
      course_id integer not null references all_courses on delete cascade,
      find jsonb not null,
      replacement text not null,
      created_at timestamptz(3) not null default now()
    )`.execute(database);
  await sql`create index transcript_replacements_course on transcript_replacements (course_id)`.execute(
    database,
  );
  await sql`
    create table replaced_transcripts (
      replacement_id integer not null references transcript_replacements on delete cascade,
      lesson_id integer not null references all_lessons on delete cascade,
      video_id text not null,
      count integer,
      replaced_by text,
      replaced_version integer,
      cues jsonb not null default '[]',
      plain_text text not null default '',
      undone_at timestamptz(3),
      primary key (replacement_id, lesson_id)
    )`.execute(database);
  await sql`create index replaced_transcripts_lesson on replaced_transcripts (lesson_id)`.execute(database);
}
