import { sql, type Kysely } from 'kysely';

/**
 * A lesson keeps its summaries of all lengths, and a passage the paragraph that it begins in. Rows of before, and of a process
 * of the previous version, have neither: such a lesson has the one summary of the other columns, such a passage no paragraph.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`alter table all_lessons add column summaries jsonb not null default '{}'`.execute(database);
  await sql`
    create or replace view lessons as
    select id, course_id, title, description, type, kind, file_key, source_url, audio_transcript, summary,
           summary_points, summary_length, key_terms, summary_note, docsource_id, video_id, transcription_error,
           created_at, updated_at, transcription_error_coded, summary_note_coded, summaries
    from all_lessons
    where trashed_at is null and exists (select from courses where courses.id = all_lessons.course_id)`.execute(
    database,
  );
  await sql`alter table passages add column paragraph integer`.execute(database);
}
