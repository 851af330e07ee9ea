import {
  BLOOM_LEVELS,
  DIFFICULTIES,
  type GenerateQuestionsRequest,
  type QuizPreview,
} from '#contract/quizzes.ts';
import type { Actor } from '#server/actor.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { getCourseOutcomes } from '../courses/courses.ts';
import { getOwnLesson } from '../lessons/lessons.ts';
import { drawQuestions } from './bank/draw-quiz.ts';
import { listUncovered } from './question-sets.ts';

/** The seed only shuffles answers. */
const ANY_SEED = 1;

/**
 * The mix of the quiz that the request would give now, from the questions that are ready: the same draw.
 * @throws {ProblemError} not_found.
 */
export async function previewQuiz(
  dependencies: Pick<Dependencies, 'database'>,
  actor: Actor,
  request: GenerateQuestionsRequest,
): Promise<QuizPreview> {
  const lesson = await getOwnLesson(dependencies, actor, request.lesson_id);
  const outcomes = await getCourseOutcomes(dependencies, lesson.course_id);
  const drawn = (await drawQuestions(dependencies.database, request, ANY_SEED)).map(
    ({ question }) => question,
  );
  const countedBy = <Key>(keys: readonly Key[], keyOf: (question: (typeof drawn)[number]) => unknown) =>
    keys
      .map((key) => ({ key, count: drawn.filter((question) => keyOf(question) === key).length }))
      .filter(({ count }) => count > 0);
  return {
    ready: drawn.length,
    by_level: countedBy(BLOOM_LEVELS, (question) => question.blooms_taxonomy).map(({ key, count }) => ({
      level: key,
      count,
    })),
    by_difficulty: countedBy(DIFFICULTIES, (question) => question.difficulty).map(({ key, count }) => ({
      difficulty: key,
      count,
    })),
    by_outcome: countedBy(
      outcomes.map(({ short_name: name }) => name),
      (question) => question.outcome,
    ).map(({ key, count }) => ({ short_name: key, count })),
    uncovered_outcomes: listUncovered(
      outcomes,
      request.outcomes ?? [],
      drawn.map(({ outcome }) => outcome),
    ),
  };
}
