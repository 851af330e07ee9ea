import { sql, type Kysely } from 'kysely';

/**
 * A trash for courses and lessons. The tables get new names, and views under the old names show what is not in the trash: no
 * query can forget the condition, and processes of the previous version keep working. A lesson is in the trash with its course.
 * The other two views leave out files and texts that only lessons in the trash use. Their tables keep their names, or the
 * sweep of a previous version would delete those files as unknown.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`alter table courses rename to all_courses`.execute(database);
  await sql`alter table lessons rename to all_lessons`.execute(database);
  await sql`alter table all_courses add column trashed_at timestamptz(3)`.execute(database);
  await sql`alter table all_lessons add column trashed_at timestamptz(3)`.execute(database);
  await sql`
    create index all_courses_trashed on all_courses (trashed_at) where trashed_at is not null`.execute(
    database,
  );
  await sql`
    create index all_lessons_trashed on all_lessons (trashed_at) where trashed_at is not null`.execute(
    database,
  );
  await sql`
    create view courses as
    select id, instructor_id, title, description, department, is_pinned, created_at, updated_at
    from all_courses where trashed_at is null`.execute(database);
  await sql`
    create view lessons as
    select id, course_id, title, description, type, kind, file_key, source_url, audio_transcript, summary,
           summary_points, summary_length, key_terms, summary_note, docsource_id, video_id, transcription_error,
           created_at, updated_at
    from all_lessons
    where trashed_at is null and exists (select from courses where courses.id = all_lessons.course_id)`.execute(
    database,
  );
  await sql`
    create view available_files as
    select * from stored_files
    where not exists (select from all_lessons where all_lessons.file_key = stored_files.key)
       or exists (select from lessons where lessons.file_key = stored_files.key)`.execute(database);
  await sql`
    create view available_sources as
    select * from document_sources
    where not exists (select from all_lessons where all_lessons.docsource_id = document_sources.id)
       or exists (select from lessons where lessons.docsource_id = document_sources.id)`.execute(database);
}
