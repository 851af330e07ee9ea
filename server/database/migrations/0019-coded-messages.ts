import { sql, type Kysely } from 'kysely';

/**
 * The code and parameters of each stored sentence, beside the sentence: clients translate by the code. Sentences that were
 * stored before, or by a process of the previous version, have none and stay in English.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    alter table all_lessons add column transcription_error_coded jsonb, add column summary_note_coded jsonb`.execute(
    database,
  );
  await sql`
    create or replace view lessons as
    select id, course_id, title, description, type, kind, file_key, source_url, audio_transcript, summary,
           summary_points, summary_length, key_terms, summary_note, docsource_id, video_id, transcription_error,
           created_at, updated_at, transcription_error_coded, summary_note_coded
    from all_lessons
    where trashed_at is null and exists (select from courses where courses.id = all_lessons.course_id)`.execute(
    database,
  );
  await sql`alter table transcriptions add column error_coded jsonb`.execute(database);
  await sql`alter table lesson_work add column message_coded jsonb`.execute(database);
  await sql`alter table job_answers add column problem_coded jsonb`.execute(database);
  await sql`alter table question_banks add column note_coded jsonb`.execute(database);
  await sql`alter table messages add column note_coded jsonb`.execute(database);
}
