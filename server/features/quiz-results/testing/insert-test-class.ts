import { randomBytes } from 'node:crypto';
import type { SnapshotQuestion } from '#contract/shared-quizzes.ts';
import type { Database } from '#server/database/database.ts';

export interface TestStudent {
  readonly name: string;
  /** The option chosen for each question in its order; a text for an essay; null for no answer. */
  readonly answers: readonly (number | string | null)[];
  readonly attemptNumber?: number;
  readonly isPreview?: boolean;
}

/** Stores a version of a shared quiz, and submitted attempts at it that took 60 seconds and 10 an answer. */
export async function insertTestClass(
  database: Database,
  sharedQuizId: number,
  version: number,
  questions: readonly SnapshotQuestion[],
  students: readonly TestStudent[],
): Promise<number[]> {
  const { id: versionId } = await database
    .insertInto('shared_quiz_versions')
    .values({
      shared_quiz_id: sharedQuizId,
      version,
      question_set_version: 1,
      questions: JSON.stringify(questions),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const ids: number[] = [];
  for (const { name, answers, attemptNumber = 1, isPreview = false } of students) {
    const { id } = await database
      .insertInto('attempts')
      .values({
        shared_quiz_id: sharedQuizId,
        version_id: versionId,
        student_name: name,
        attempt_number: attemptNumber,
        is_preview: isPreview,
        token_hash: randomBytes(32),
        token_salt: randomBytes(16),
        layout: JSON.stringify(questions.map(({ key, options }) => ({ key, options: [...options.keys()] }))),
        started_at: new Date(Date.now() - 60_000),
        submitted_at: new Date(),
        submitted_by: 'student',
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    ids.push(id);
    const rows = questions.flatMap((question, place) => {
      const answer = answers[place] ?? null;
      if (answer === null) return [];
      const choice = typeof answer === 'number' ? answer : null;
      const isRight = choice !== null && question.options[choice]?.is_correct === true;
      return [
        {
          attempt_id: id,
          question_key: question.key,
          is_late: false,
          choice,
          text: typeof answer === 'string' ? answer : null,
          is_flagged: false,
          is_final: false,
          seconds_spent: 10,
          device: 'test-device',
          sequence: 1,
          points: choice === null ? null : Number(isRight),
        },
      ];
    });
    if (rows.length > 0) await database.insertInto('attempt_answers').values(rows).execute();
  }
  return ids;
}
