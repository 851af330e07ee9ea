import { sql, type Kysely } from 'kysely';

/**
 * Keeps what people made. Quizzes get a time of last use and a trash, like courses and lessons: the table gets a new name, and
 * a view under the old name hides the trash. Quizzes and drafts store the id of the last save, lessons whether an instructor
 * edited the key terms. Quizzes that were edited before this migration count as saved.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  await keepKeyTerms(database);
  await sql`alter table question_sets rename to all_question_sets`.execute(database);
  await sql`
    alter table all_question_sets
      add column used_at timestamptz(3) not null default now(),
      add column trashed_at timestamptz(3),
      add column save_id uuid`.execute(database);
  await sql`alter table question_set_drafts add column save_id uuid`.execute(database);
  await sql`
    update all_question_sets set used_at = greatest(
      created_at,
      (select max(created_at) from question_set_versions where question_set_id = all_question_sets.id),
      (select updated_at from question_set_drafts where question_set_id = all_question_sets.id))`.execute(
    database,
  );
  await sql`
    update all_question_sets set saved_at = used_at
    where saved_at is null
      and exists (select from questions where question_set_id = all_question_sets.id)
      and (version > 1 or exists (select from question_set_drafts where question_set_id = all_question_sets.id))`.execute(
    database,
  );
  await sql`drop index question_sets_unsaved`.execute(database);
  await sql`
    create index all_question_sets_unsaved on all_question_sets (used_at)
    where saved_at is null and trashed_at is null`.execute(database);
  await sql`
    create index all_question_sets_trashed on all_question_sets (trashed_at)
    where trashed_at is not null`.execute(database);
  await sql`
    create view question_sets as
    select id, lesson_id, job_id, name, answer_style, shortfall, saved_at, created_at, version, writer,
           requested_outcomes, owner_id, used_at, save_id
    from all_question_sets where trashed_at is null`.execute(database);
  // A restored backup also contains questions of quizzes in the trash.
  for (const table of ['questions', 'question_set_drafts', 'question_set_versions', 'question_set_stems'])
    await sql
      .raw(
        `create or replace function name_owner_of_${table}() returns trigger language plpgsql as $name$
         begin
           new.owner_id := (select owner_id from all_question_sets where id = new.question_set_id);
           return new;
         end $name$`,
      )
      .execute(database);
}

async function keepKeyTerms(database: Kysely<unknown>): Promise<void> {
  await sql`alter table all_lessons add column has_edited_terms boolean not null default false`.execute(
    database,
  );
  await sql`
    update all_lessons set has_edited_terms = true
    where jsonb_path_exists(summaries, '$.*.is_edited ? (@ == true)')`.execute(database);
  await sql`
    create or replace view lessons as
    select id, course_id, title, description, type, kind, file_key, source_url, audio_transcript, summary,
           summary_points, summary_length, key_terms, summary_note, docsource_id, video_id, transcription_error,
           created_at, updated_at, transcription_error_coded, summary_note_coded, summaries, position, topic,
           has_edited_terms
    from all_lessons
    where trashed_at is null and exists (select from courses where courses.id = all_lessons.course_id)`.execute(
    database,
  );
}
