import type { SnapshotQuestion } from '#contract/shared-quizzes.ts';
import { listResultAnswers, listResultAttempts, listResultVersions } from './quiz-results.store.ts';
import type { ResultAnswer, ResultAttempt, ResultVersion } from './quiz-results.store.ts';
import type { Dependencies } from '#server/dependencies.ts';

/** A question of the quiz over all versions that contain it. */
export interface AskedQuestion {
  readonly question: SnapshotQuestion;
  readonly versions: readonly number[];
  readonly isCurrent: boolean;
}

export interface Response {
  /** Null for an essay without points. An empty answer has none to win: 0. */
  readonly points: number | null;
  readonly choice: number | null;
  readonly isAnswered: boolean;
  readonly isLate: boolean;
  readonly seconds: number;
}

export interface StudentResponses {
  readonly attempt: ResultAttempt;
  readonly version: number;
  /** By question key, of the questions that the student was asked. */
  readonly responses: ReadonlyMap<number, Response>;
  readonly hasLateAnswers: boolean;
}

export interface ClassResponses {
  readonly version: number;
  readonly questions: readonly AskedQuestion[];
  /** Every attempt, in the order in which they began. */
  readonly students: readonly StudentResponses[];
}

/** What students answered, and which answer counts: a late one only where the instructor accepted it. */
export function respondTo(
  attempt: Pick<ResultAttempt, 'layout' | 'late_accepted'>,
  questions: readonly SnapshotQuestion[],
  answers: readonly ResultAnswer[],
): Map<number, Response> {
  const typeOf = new Map(questions.map(({ key, type }) => [key, type]));
  return new Map(
    attempt.layout.map(({ key }) => {
      const own = answers.filter((answer) => answer.question_key === key);
      const counted = countedAnswer(own, attempt.late_accepted);
      const isAnswered = counted !== undefined && (counted.choice !== null || counted.has_text);
      const isGraded = counted !== undefined && counted.points !== null;
      const isWaiting = isAnswered && typeOf.get(key) === 'essay' && !isGraded;
      return [
        key,
        {
          points: isWaiting ? null : (counted?.points ?? 0),
          choice: counted?.choice ?? null,
          isAnswered,
          isLate: counted?.is_late ?? false,
          seconds: counted?.seconds_spent ?? 0,
        },
      ];
    }),
  );
}

/** The late answer where late ones are accepted, otherwise the one in time. */
export const countedAnswer = <Answer extends Pick<ResultAnswer, 'is_late'>>(
  answers: readonly Answer[],
  lateAccepted: boolean,
): Answer | undefined =>
  (lateAccepted ? answers.find((answer) => answer.is_late) : undefined) ??
  answers.find((answer) => !answer.is_late);

export async function readClassResponses(
  { database }: Pick<Dependencies, 'database'>,
  sharedQuizId: number,
): Promise<ClassResponses> {
  const [versions, attempts, answers] = await Promise.all([
    listResultVersions(database, sharedQuizId),
    listResultAttempts(database, sharedQuizId),
    listResultAnswers(database, sharedQuizId),
  ]);
  const versionOf = new Map(versions.map((version) => [version.id, version]));
  const answersOf = Map.groupBy(answers, ({ attempt_id: id }) => id);
  return {
    version: versions.at(-1)?.version ?? 1,
    questions: listAskedQuestions(versions),
    students: attempts.map((attempt) => {
      const version = versionOf.get(attempt.version_id);
      const own = answersOf.get(attempt.id) ?? [];
      return {
        attempt,
        version: version?.version ?? 1,
        responses: respondTo(attempt, version?.questions ?? [], own),
        hasLateAnswers: own.some((answer) => answer.is_late),
      };
    }),
  };
}

/** Questions of the latest version in their order, then those that only older ones contain. */
function listAskedQuestions(versions: readonly ResultVersion[]): AskedQuestion[] {
  const asked = new Map<number, AskedQuestion>();
  for (const { version, questions } of versions.toReversed()) {
    for (const question of questions) {
      const known = asked.get(question.key);
      asked.set(question.key, {
        question: known?.question ?? question,
        versions: [version, ...(known?.versions ?? [])],
        isCurrent: known?.isCurrent ?? version === versions.at(-1)?.version,
      });
    }
  }
  return [...asked.values()];
}
