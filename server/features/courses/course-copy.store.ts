import { sql } from 'kysely';
import type { Database } from '#server/platform/database/database.ts';

export interface LessonToCopy {
  readonly id: number;
  readonly document_source_id: string | null;
  /** Of its finished transcription. */
  readonly transcription_id: string | null;
  /** Whether its question bank is complete. */
  readonly has_bank: boolean;
}

/** In an order in which the copies get ascending ids. They stay as they are until the transaction ends. */
export async function listLessonsToCopy(transaction: Database, courseId: number): Promise<LessonToCopy[]> {
  const { rows } = await sql<LessonToCopy>`
    select lessons.id, lessons.docsource_id as document_source_id, transcriptions.id as transcription_id,
           coalesce(question_banks.status = 'ready', false) as has_bank
    from lessons
    left join transcriptions on transcriptions.id = lessons.video_id and transcriptions.status = 'done'
    left join question_banks on question_banks.lesson_id = lessons.id
    where lessons.course_id = ${courseId}
    order by lessons.id
    for share of lessons`.execute(transaction);
  return rows;
}

/** The copy shares the file and its text. Returns its id. */
export async function copyLessonRow(
  transaction: Database,
  lessonId: number,
  into: { courseId: number; transcriptionId: string | null },
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into lessons (course_id, title, description, type, kind, file_key, source_url, audio_transcript, summary,
                         summary_points, summary_length, key_terms, summary_note, summary_note_coded, summaries,
                         docsource_id, video_id, position, topic, has_edited_terms)
    select ${into.courseId}, title, description, type, kind, file_key, source_url, audio_transcript, summary,
           summary_points, summary_length, key_terms, summary_note, summary_note_coded, summaries,
           docsource_id, ${into.transcriptionId}, position, topic, has_edited_terms
    from lessons where id = ${lessonId}
    returning id`.execute(transaction);
  const [row] = rows;
  if (row === undefined) throw new Error(`Lesson ${lessonId} disappeared while it was copied.`);
  return row.id;
}

export async function copyTranscription(
  transaction: Database,
  transcriptionId: string,
  into: { transcriptionId: string; lessonId: number },
): Promise<void> {
  await sql`
    insert into transcriptions (id, instructor_id, lesson_id, file_key, source_url, status, progress, duration_seconds,
                                cues, plain_text, recording, version, passages_version, edited_at)
    select ${into.transcriptionId}, instructor_id, ${into.lessonId}, file_key, source_url, status, progress, duration_seconds,
           cues, plain_text, recording, version, passages_version, edited_at
    from transcriptions where id = ${transcriptionId}`.execute(transaction);
}

export async function copyBank(transaction: Database, lessonId: number, copyId: number): Promise<void> {
  await sql`
    insert into question_banks (lesson_id, status, target_count, note, note_coded, writer, seconds_per_candidate,
                                outcomes_hash, facts)
    select ${copyId}, status, target_count, note, note_coded, writer, seconds_per_candidate, outcomes_hash, facts
    from question_banks where lesson_id = ${lessonId}`.execute(transaction);
  await sql`
    insert into question_candidates (lesson_id, fingerprint, question, section, score, written_by, is_draft, is_rejected, edited_at, model_use)
    select ${copyId}, fingerprint, question, section, score, written_by, is_draft, is_rejected, edited_at, model_use
    from question_candidates where lesson_id = ${lessonId} order by id`.execute(transaction);
}

export async function copySavedQuizzes(
  transaction: Database,
  lessonId: number,
  copyId: number,
): Promise<void> {
  const saved = await transaction
    .selectFrom('question_sets')
    .select('id')
    .where('lesson_id', '=', lessonId)
    .where('saved_at', 'is not', null)
    .orderBy('id')
    .execute();
  for (const { id } of saved) await copyQuiz(transaction, id, copyId);
}

/** The published questions. */
async function copyQuiz(transaction: Database, id: number, lessonId: number): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    insert into question_sets (lesson_id, name, answer_style, shortfall, writer, requested_outcomes, saved_at)
    select ${lessonId}, name, answer_style, shortfall, writer, requested_outcomes, saved_at
    from question_sets where id = ${id}
    returning id`.execute(transaction);
  const copyId = rows[0]?.id;
  await sql`
    insert into questions (question_set_id, position, text, type, blooms_taxonomy, difficulty, outcome_short_name,
                           explanation, evidence, flaws, dismissed_flaws, key_points, rubric, written_by, is_draft, fingerprint)
    select ${copyId}, position, text, type, blooms_taxonomy, difficulty, outcome_short_name,
           explanation, evidence, flaws, dismissed_flaws, key_points, rubric, written_by, is_draft, fingerprint
    from questions where question_set_id = ${id} order by position`.execute(transaction);
  await sql`
    insert into options (question_id, position, text, is_correct)
    select copies.id, options.position, options.text, options.is_correct
    from options
    join questions on questions.id = options.question_id and questions.question_set_id = ${id}
    join questions as copies on copies.question_set_id = ${copyId} and copies.position = questions.position`.execute(
    transaction,
  );
  await sql`
    insert into question_set_stems (question_set_id, fingerprint)
    select ${copyId}, fingerprint from question_set_stems where question_set_id = ${id}`.execute(transaction);
}
