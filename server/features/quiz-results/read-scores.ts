import type { Dependencies } from '#server/dependencies.ts';
import { respondTo } from './class-responses.ts';
import {
  listAnswersOfAttempt,
  listAttemptsOfPlatformStudent,
  listResultVersions,
} from './quiz-results.store.ts';

/** What an attempt has earned so far. */
export interface AttemptScore {
  readonly isSubmitted: boolean;
  readonly points: number;
  /** One point for each question, graded or not. */
  readonly maximum: number;
  readonly isGraded: boolean;
}

/** The scores of a student whom a learning platform sent, in the order in which the attempts began. */
export async function readScoresOfPlatformStudent(
  { database }: Pick<Dependencies, 'database'>,
  of: { sharedQuizId: number; ltiStudentId: number },
): Promise<AttemptScore[]> {
  const attempts = await listAttemptsOfPlatformStudent(database, of);
  const versions = await listResultVersions(database, of.sharedQuizId);
  return Promise.all(
    attempts.map(async (attempt) => {
      const { questions = [] } = versions.find(({ id }) => id === attempt.version_id) ?? {};
      const responses = respondTo(attempt, questions, await listAnswersOfAttempt(database, attempt.id));
      const points = [...responses.values()].map((response) => response.points);
      return {
        isSubmitted: attempt.submitted_at !== null,
        points: points.reduce<number>((total, each) => total + (each ?? 0), 0),
        maximum: points.length,
        isGraded: !points.includes(null),
      };
    }),
  );
}
