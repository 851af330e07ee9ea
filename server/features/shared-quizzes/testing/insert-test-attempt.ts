import { randomBytes } from 'node:crypto';
import { DEFAULT_SHARED_QUIZ_SETTINGS, type SnapshotQuestion } from '#contract/shared-quizzes.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { createQuizCode } from '#server/security/student-codes.ts';
import { insertQuizVersion, insertSharedQuiz } from '../shared-quiz.store.ts';

/** Shares a question set and answers one question, with a class list of one member. All of it names `name`. */
export async function insertTestAttempt(
  { database }: Pick<Dependencies, 'database'>,
  questionSetId: number,
  name: string,
): Promise<{ sharedQuiz: number; attempt: number; classList: number }> {
  const set = await database
    .selectFrom('question_sets')
    .innerJoin('lessons', 'lessons.id', 'question_sets.lesson_id')
    .innerJoin('courses', 'courses.id', 'lessons.course_id')
    .select(['courses.instructor_id', 'question_sets.lesson_id', 'question_sets.version'])
    .where('question_sets.id', '=', questionSetId)
    .executeTakeFirstOrThrow();
  const list = await database
    .insertInto('class_lists')
    .values({ instructor_id: set.instructor_id, name })
    .returning('id')
    .executeTakeFirstOrThrow();
  const member = await database
    .insertInto('class_list_members')
    .values({ class_list_id: list.id, name, code_hash: randomBytes(32) })
    .returning('id')
    .executeTakeFirstOrThrow();
  const sharedQuizId = await insertSharedQuiz(
    database,
    { question_set_id: questionSetId, instructor_id: set.instructor_id, code: createQuizCode() },
    { ...DEFAULT_SHARED_QUIZ_SETTINGS, class_list_id: list.id },
  );
  if (sharedQuizId === undefined) throw new Error('The question set is shared already.');
  const question: SnapshotQuestion = {
    key: 1,
    question_id: null,
    lesson_id: set.lesson_id,
    text: `What does ${name} absorb?`,
    type: 'multiple_choice',
    blooms_taxonomy: 'remember',
    difficulty: 'easy',
    outcome: null,
    options: [
      { text: 'Red light', is_correct: true },
      { text: 'Sound', is_correct: false },
    ],
    explanation: '',
    evidence: null,
    key_points: [],
    rubric: null,
  };
  const version = { shared_quiz_id: sharedQuizId, version: 1, question_set_version: set.version };
  const versionId = await insertQuizVersion(database, version, [question]);
  const attempt = await database
    .insertInto('attempts')
    .values({
      shared_quiz_id: sharedQuizId,
      version_id: versionId,
      member_id: member.id,
      student_name: name,
      token_hash: randomBytes(32),
      token_salt: randomBytes(16),
      layout: JSON.stringify([{ key: 1, options: [1, 0] }]),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await database
    .insertInto('attempt_answers')
    .values({
      attempt_id: attempt.id,
      question_key: 1,
      is_late: false,
      choice: 0,
      text: null,
      is_flagged: false,
      is_final: false,
      seconds_spent: 7,
      device: 'test-device',
      sequence: 1,
      points: 1,
    })
    .execute();
  return { sharedQuiz: sharedQuizId, attempt: attempt.id, classList: list.id };
}
