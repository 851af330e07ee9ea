import type { ClassOverview } from '#contract/dashboard.ts';
import type { Actor } from '#server/actor.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { countRecentAttempts, listRecentResults } from '../quiz-results/recent-results.ts';
import { listSharedQuizzes } from '../shared-quizzes/shared-quizzes.ts';

const WEEK_MILLISECONDS = 7 * 86_400_000;
/** Each is analyzed as on its results page. */
const QUIZZES_ANALYZED = 5;
const MOST_SHOWN = 5;

/** Open quizzes, attempts of the last seven days, and where classes struggle. */
export async function readClassOverview(
  dependencies: Pick<Dependencies, 'database'>,
  actor: Actor,
): Promise<ClassOverview> {
  const [quizzes, attempts, results] = await Promise.all([
    listSharedQuizzes(dependencies, actor, undefined),
    countRecentAttempts(dependencies, actor, new Date(Date.now() - WEEK_MILLISECONDS)),
    listRecentResults(dependencies, actor, QUIZZES_ANALYZED),
  ]);
  return {
    open_quizzes: quizzes
      .filter(({ state }) => state === 'open')
      .toSorted((one, other) => other.open_attempt_count - one.open_attempt_count)
      .slice(0, MOST_SHOWN)
      .map((quiz) => ({
        shared_quiz_id: quiz.id,
        name: quiz.name,
        attempt_count: quiz.attempt_count,
        open_attempt_count: quiz.open_attempt_count,
        closes_at: quiz.settings.closes_at,
      })),
    attempts_this_week: attempts,
    weakest_questions: results
      .flatMap(({ id, name, questions }) =>
        questions.flatMap(({ key, text, facility, weaknesses, is_current: isCurrent }) =>
          isCurrent && facility !== null && weaknesses.length > 0
            ? [
                {
                  shared_quiz_id: id,
                  quiz_name: name,
                  key,
                  text,
                  facility,
                  weaknesses: weaknesses.map(({ code }) => code),
                },
              ]
            : [],
        ),
      )
      .toSorted((one, other) => one.facility - other.facility)
      .slice(0, MOST_SHOWN),
    outcomes_not_reached: results
      .flatMap(({ id, name, outcomes }) =>
        outcomes.flatMap(({ outcome, mean, is_understood: isUnderstood, sample }) =>
          isUnderstood || sample === 'too_few'
            ? []
            : [{ shared_quiz_id: id, quiz_name: name, outcome, mean }],
        ),
      )
      .toSorted((one, other) => one.mean - other.mean)
      .slice(0, MOST_SHOWN),
  };
}
