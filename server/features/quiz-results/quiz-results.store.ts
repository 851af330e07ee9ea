import { sql, type Selectable } from 'kysely';
import type { SnapshotQuestion } from '#contract/shared-quizzes.ts';
import type { Database } from '#server/database/database.ts';
import type { AttemptLayout, AttemptTable } from '#server/database/student-tables.ts';

export interface OwnQuizRow {
  readonly id: number;
  readonly question_set_id: number;
  readonly lesson_id: number;
  readonly code: string;
  readonly name: string;
}

/** Of one instructor, and not in the trash. */
const ownQuizzes = (database: Database, instructorId: number) =>
  database
    .selectFrom('shared_quizzes')
    .innerJoin('question_sets', 'question_sets.id', 'shared_quizzes.question_set_id')
    .innerJoin('lessons', 'lessons.id', 'question_sets.lesson_id')
    .where('shared_quizzes.instructor_id', '=', instructorId)
    .select([
      'shared_quizzes.id',
      'shared_quizzes.question_set_id',
      'shared_quizzes.code',
      'question_sets.lesson_id',
      'question_sets.name',
    ]);

export const findOwnQuiz = (
  database: Database,
  of: { instructorId: number; id: number },
): Promise<OwnQuizRow | undefined> =>
  ownQuizzes(database, of.instructorId).where('shared_quizzes.id', '=', of.id).executeTakeFirst();

/** The quizzes that were answered last. */
export const listRecentlyAnswered = (
  database: Database,
  instructorId: number,
  limit: number,
): Promise<OwnQuizRow[]> =>
  ownQuizzes(database, instructorId)
    .innerJoin(
      (from) =>
        from
          .selectFrom('attempts')
          .select((row) => ['shared_quiz_id', row.fn.max('updated_at').as('answered_at')])
          .where('is_preview', '=', false)
          .groupBy('shared_quiz_id')
          .as('latest'),
      (join) => join.onRef('latest.shared_quiz_id', '=', 'shared_quizzes.id'),
    )
    .orderBy('latest.answered_at', 'desc')
    .limit(limit)
    .execute();

/** Attempts at the instructor's quizzes that began since, previews left out. */
export async function countAttemptsSince(
  database: Database,
  instructorId: number,
  since: Date,
): Promise<number> {
  const { count } = await database
    .selectFrom('attempts')
    .innerJoin('shared_quizzes', 'shared_quizzes.id', 'attempts.shared_quiz_id')
    .innerJoin('question_sets', 'question_sets.id', 'shared_quizzes.question_set_id')
    .innerJoin('lessons', 'lessons.id', 'question_sets.lesson_id')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('shared_quizzes.instructor_id', '=', instructorId)
    .where('attempts.is_preview', '=', false)
    .where('attempts.started_at', '>=', since)
    .executeTakeFirstOrThrow();
  return count;
}

export interface ResultVersion {
  readonly id: number;
  readonly version: number;
  readonly questions: readonly SnapshotQuestion[];
}

/** Oldest first. */
export const listResultVersions = (database: Database, sharedQuizId: number): Promise<ResultVersion[]> =>
  database
    .selectFrom('shared_quiz_versions')
    .select(['id', 'version', 'questions'])
    .where('shared_quiz_id', '=', sharedQuizId)
    .orderBy('version')
    .execute();

export interface ResultAnswer {
  readonly attempt_id: number;
  readonly question_key: number;
  readonly is_late: boolean;
  readonly choice: number | null;
  readonly has_text: boolean;
  readonly points: number | null;
  readonly seconds_spent: number;
}

export type ResultAttempt = Pick<
  Selectable<AttemptTable>,
  'id' | 'version_id' | 'student_name' | 'attempt_number' | 'started_at' | 'submitted_at' | 'late_accepted'
> & { readonly layout: AttemptLayout[]; readonly student_number: string };

const attemptsOf = (database: Database, sharedQuizId: number) =>
  database
    .selectFrom('attempts')
    .leftJoin('class_list_members', 'class_list_members.id', 'attempts.member_id')
    .select([
      'attempts.id',
      'attempts.version_id',
      'attempts.student_name',
      'attempts.attempt_number',
      'attempts.started_at',
      'attempts.submitted_at',
      'attempts.late_accepted',
      'attempts.layout',
      sql<string>`coalesce(class_list_members.student_number, '')`.as('student_number'),
    ])
    .where('attempts.shared_quiz_id', '=', sharedQuizId)
    .where('attempts.is_preview', '=', false);

/** In the order in which they began, previews left out. */
export const listResultAttempts = (database: Database, sharedQuizId: number): Promise<ResultAttempt[]> =>
  attemptsOf(database, sharedQuizId).orderBy('attempts.id').execute();

export const findResultAttempt = (
  database: Database,
  of: { sharedQuizId: number; attemptId: number },
): Promise<ResultAttempt | undefined> =>
  attemptsOf(database, of.sharedQuizId).where('attempts.id', '=', of.attemptId).executeTakeFirst();

/** Without the texts: a class of essays is long. */
export const listResultAnswers = (database: Database, sharedQuizId: number): Promise<ResultAnswer[]> =>
  database
    .selectFrom('attempt_answers')
    .innerJoin('attempts', 'attempts.id', 'attempt_answers.attempt_id')
    .select([
      'attempt_id',
      'question_key',
      'is_late',
      'choice',
      'points',
      'seconds_spent',
      sql<boolean>`coalesce(btrim(text), '') <> ''`.as('has_text'),
    ])
    .where('attempts.shared_quiz_id', '=', sharedQuizId)
    .where('attempts.is_preview', '=', false)
    .execute();

export const listAnswersOfAttempt = (
  database: Database,
  attemptId: number,
): Promise<(ResultAnswer & { text: string | null; comment: string })[]> =>
  database
    .selectFrom('attempt_answers')
    .select([
      'attempt_id',
      'question_key',
      'is_late',
      'choice',
      'points',
      'seconds_spent',
      'text',
      'comment',
      sql<boolean>`coalesce(btrim(text), '') <> ''`.as('has_text'),
    ])
    .where('attempt_id', '=', attemptId)
    .execute();

/** The attempt changes with it, so that the student sees the points. Returns whether there is such an answer. */
export async function updateGrade(
  database: Database,
  of: { attemptId: number; questionKey: number; isLate: boolean },
  grade: { points: number | null; comment: string },
): Promise<boolean> {
  const result = await database
    .updateTable('attempt_answers')
    .set({ ...grade, graded_at: grade.points === null ? null : new Date() })
    .where('attempt_id', '=', of.attemptId)
    .where('question_key', '=', of.questionKey)
    .where('is_late', '=', of.isLate)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

export async function updateLateAccepted(
  database: Database,
  attemptId: number,
  isAccepted: boolean,
): Promise<void> {
  await database
    .updateTable('attempts')
    .set({ late_accepted: isAccepted })
    .where('id', '=', attemptId)
    .execute();
}

export async function deleteAttemptRow(database: Database, attemptId: number): Promise<void> {
  await database.deleteFrom('attempts').where('id', '=', attemptId).execute();
}

/** Attempts, previews included, that began and were last answered before `before`. Returns how many went. */
export async function deleteAttemptsBefore(database: Database, before: Date): Promise<number> {
  const result = await database
    .deleteFrom('attempts')
    .where('started_at', '<', before)
    .where('updated_at', '<', before)
    .executeTakeFirst();
  return Number(result.numDeletedRows);
}
