import { sql, type Kysely } from 'kysely';

/**
 * Lessons have a place in their course and a week or topic; a course may be the demonstration. A lesson without a place, as
 * processes of the previous version add them, comes after those that have one.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`alter table all_courses add column is_demo boolean not null default false`.execute(database);
  await sql`
    create or replace view courses as
    select id, instructor_id, title, description, department, is_pinned, created_at, updated_at, is_demo
    from all_courses where trashed_at is null`.execute(database);
  await sql`alter table all_lessons add column position integer`.execute(database);
  await sql`alter table all_lessons add column topic text not null default ''`.execute(database);
  await sql`
    create or replace view lessons as
    select id, course_id, title, description, type, kind, file_key, source_url, audio_transcript, summary,
           summary_points, summary_length, key_terms, summary_note, docsource_id, video_id, transcription_error,
           created_at, updated_at, transcription_error_coded, summary_note_coded, summaries, position, topic
    from all_lessons
    where trashed_at is null and exists (select from courses where courses.id = all_lessons.course_id)`.execute(
    database,
  );
}
