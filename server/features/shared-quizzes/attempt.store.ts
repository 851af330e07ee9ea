import { sql, type Selectable } from 'kysely';
import type { SaveAnswerRequest } from '#contract/attempts.ts';
import type { Database } from '#server/database/database.ts';
import type {
  AttemptAnswerTable,
  AttemptLayout,
  AttemptTable,
  SharedQuizTable,
} from '#server/database/student-tables.ts';

export type AttemptRow = Selectable<AttemptTable>;
export type AnswerRow = Selectable<AttemptAnswerTable>;

export interface NewAttempt {
  readonly shared_quiz_id: number;
  readonly version_id: number;
  readonly member_id: number | null;
  readonly student_name: string;
  readonly attempt_number: number;
  readonly is_preview: boolean;
  readonly token_hash: Buffer;
  readonly token_salt: Buffer;
  readonly resume_code_hash: Buffer | null;
  readonly layout: readonly AttemptLayout[];
  readonly time_limit_minutes: number | null;
  readonly closes_at: Date | null;
}

/** The time limit counts by the database's clock, as everything about attempts does. */
export async function insertAttempt(
  database: Database,
  { time_limit_minutes: minutes, closes_at: closesAt, layout, ...row }: NewAttempt,
): Promise<number> {
  const { id } = await database
    .insertInto('attempts')
    .values({
      ...row,
      layout: JSON.stringify(layout),
      deadline_at: sql<Date | null>`least(now() + ${minutes}::int * interval '1 minute', ${closesAt}::timestamptz)`,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Of the token of an attempt, with the settings of its quiz. */
export type StudentRow = AttemptRow &
  Pick<
    Selectable<SharedQuizTable>,
    'settings' | 'opens_at' | 'closes_at' | 'class_list_id' | 'instructor_id' | 'code'
  > & { quiz_name: string; now: Date };

/** A gap between two heartbeats that counts as an outage: several were missed. */
export const OUTAGE_SECONDS = 6;

/** The attempt of a token, as long as its quiz is not in the trash, with the time of the database. */
export const findAttemptByToken = (database: Database, tokenHash: Buffer): Promise<StudentRow | undefined> =>
  database
    .selectFrom('attempts')
    .innerJoin('shared_quizzes', 'shared_quizzes.id', 'attempts.shared_quiz_id')
    .innerJoin('question_sets', 'question_sets.id', 'shared_quizzes.question_set_id')
    .innerJoin('lessons', 'lessons.id', 'question_sets.lesson_id')
    .selectAll('attempts')
    .select([
      'shared_quizzes.settings',
      'shared_quizzes.opens_at',
      'shared_quizzes.closes_at',
      'shared_quizzes.class_list_id',
      'shared_quizzes.instructor_id',
      'shared_quizzes.code',
      'question_sets.name as quiz_name',
    ])
    .select(sql<Date>`clock_timestamp()`.as('now'))
    .where('attempts.token_hash', '=', tokenHash)
    .executeTakeFirst();

export const findAttempt = (
  database: Database,
  of: { sharedQuizId: number; id: number },
): Promise<AttemptRow | undefined> =>
  database
    .selectFrom('attempts')
    .selectAll()
    .where('id', '=', of.id)
    .where('shared_quiz_id', '=', of.sharedQuizId)
    .executeTakeFirst();

export const findAttemptByResumeCode = (
  database: Database,
  of: { sharedQuizId: number; codeHash: Buffer },
): Promise<AttemptRow | undefined> =>
  database
    .selectFrom('attempts')
    .selectAll()
    .where('shared_quiz_id', '=', of.sharedQuizId)
    .where('resume_code_hash', '=', of.codeHash)
    .executeTakeFirst();

/** Of one member of a class list, the newest first. */
export const listAttemptsOf = (
  database: Database,
  of: { sharedQuizId: number; memberId: number },
): Promise<AttemptRow[]> =>
  database
    .selectFrom('attempts')
    .selectAll()
    .where('shared_quiz_id', '=', of.sharedQuizId)
    .where('member_id', '=', of.memberId)
    .orderBy('attempt_number', 'desc')
    .execute();

/** @param of.changedAfter leaves out those that have not changed since. */
export function listAttempts(
  database: Database,
  of: { sharedQuizId: number; withPreviews?: boolean; changedAfter?: Date },
): Promise<AttemptRow[]> {
  let query = database.selectFrom('attempts').selectAll().where('shared_quiz_id', '=', of.sharedQuizId);
  if (of.withPreviews !== true) query = query.where('is_preview', '=', false);
  if (of.changedAfter !== undefined) query = query.where('updated_at', '>', of.changedAfter);
  return query.orderBy('id').execute();
}

export async function listAnswers(
  database: Database,
  attemptIds: readonly number[],
): Promise<Map<number, AnswerRow[]>> {
  if (attemptIds.length === 0) return new Map();
  const rows = await database
    .selectFrom('attempt_answers')
    .selectAll()
    .where('attempt_id', 'in', attemptIds)
    .orderBy('attempt_id')
    .orderBy('question_key')
    .orderBy('is_late')
    .execute();
  return Map.groupBy(rows, ({ attempt_id: id }) => id);
}

/**
 * Saves an answer and touches the attempt, in one statement. What the same device sent before, and what is final, replaces
 * nothing; nor is anything saved once the student has submitted.
 * @returns the answer that is saved now and whether this call saved it; undefined when the attempt is submitted or gone.
 */
export async function saveAnswerRow(
  database: Database,
  attemptId: number,
  questionKey: number,
  answer: Omit<SaveAnswerRequest, 'is_final'> & { is_final: boolean; points: number | null },
): Promise<AnswerRow | undefined> {
  const { rows } = await sql<AnswerRow>`
    with attempt as (
      update attempts set updated_at = clock_timestamp()
      where id = ${attemptId} and (submitted_at is null or submitted_by = 'time')
      returning id, submitted_by is not null or coalesce(deadline_at + (
        -- An outage that no heartbeat has recorded yet.
        select coalesce(max(clock_timestamp() - beat_at), interval '0') from service_heartbeat
        where beat_at < clock_timestamp() - ${OUTAGE_SECONDS}::int * interval '1 second'
      ) < clock_timestamp(), false) as is_late
    )
    insert into attempt_answers as saved
      (attempt_id, question_key, is_late, choice, text, is_flagged, is_final, seconds_spent, device, sequence, points)
    select id, ${questionKey}::int, is_late, ${answer.choice}::int, ${answer.text}::text, ${answer.is_flagged}::boolean,
      ${answer.is_final}::boolean, ${answer.seconds_spent}::int, ${answer.device}, ${answer.sequence}::int,
      ${answer.points}::real
    from attempt
    where not exists (
      select from attempt_answers
      where attempt_id = attempt.id and question_key = ${questionKey}::int and is_final
    )
    on conflict (attempt_id, question_key, is_late) do update set
      choice = excluded.choice, text = excluded.text, is_flagged = excluded.is_flagged, is_final = excluded.is_final,
      seconds_spent = greatest(saved.seconds_spent, excluded.seconds_spent), device = excluded.device,
      sequence = excluded.sequence, points = excluded.points, answered_at = excluded.answered_at
    where not saved.is_final and (saved.device <> excluded.device or saved.sequence < excluded.sequence)
    returning saved.*`.execute(database);
  return rows[0];
}

/** How many attempts there are, previews left aside. */
export async function countAttemptsOf(database: Database, sharedQuizId: number): Promise<number> {
  const { count } = await database
    .selectFrom('attempts')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('shared_quiz_id', '=', sharedQuizId)
    .where('is_preview', '=', false)
    .executeTakeFirstOrThrow();
  return count;
}

export async function findAnswer(
  database: Database,
  of: { attemptId: number; questionKey: number },
): Promise<AnswerRow | undefined> {
  return database
    .selectFrom('attempt_answers')
    .selectAll()
    .where('attempt_id', '=', of.attemptId)
    .where('question_key', '=', of.questionKey)
    .orderBy('is_late', 'desc')
    .executeTakeFirst();
}
