import type { SearchScope } from '#contract/search.ts';
import type { Actor } from '#server/actor.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { getOwnCourse } from '../courses/courses.ts';
import { getOwnLesson } from '../lessons/lessons.ts';
import { listBestQuestions } from '../quizzes/bank/best-questions.ts';
import { listBestFacts } from '../quizzes/bank/facts.ts';
import { findAnswer } from './find-answer.ts';

type Needed = Pick<Dependencies, 'database' | 'semanticSearch' | 'log'>;

const SUGGESTIONS = 3;
/** Each takes a search; of ten candidates nearly always three are answered. */
const TRIED = 10;
const CONSIDERED = 40;

/**
 * Prepared questions of different lessons and sections, then questions about explained terms, then about sections. Each was asked
 * first, to make sure that the lessons in scope answer it.
 * @throws {ProblemError} not_found for a course or lesson that is not the actor's.
 */
export async function suggestQuestions(
  dependencies: Needed,
  actor: Actor,
  scope: SearchScope,
  signal?: AbortSignal,
): Promise<string[]> {
  if (scope.course_id !== undefined) await getOwnCourse(dependencies, actor, scope.course_id);
  if (scope.lesson_id !== undefined) await getOwnLesson(dependencies, actor, scope.lesson_id);
  const best = await listBestQuestions(dependencies, actor, scope, CONSIDERED);
  const parts = [...Map.groupBy(best, ({ lesson, section }) => `${lesson.lesson_id} ${section}`).values()];
  const stems = [0, 1, 2].flatMap((place) => parts.flatMap((part) => part[place]?.text ?? []));
  const facts = await listBestFacts(dependencies, actor, scope, CONSIDERED);
  stems.push(...facts.flatMap(({ fact: { term } }) => (term === null ? [] : `What does “${term}” mean?`)));
  const topics = new Set(facts.map(({ fact, lesson_title: title }) => fact.evidence.section ?? title));
  stems.push(...[...topics].map((topic) => `What should I know about “${topic}”?`));
  const suggested: string[] = [];
  for (const text of stems.slice(0, TRIED)) {
    if (suggested.length >= SUGGESTIONS) break;
    const { composed } = await findAnswer(
      dependencies,
      actor,
      { text, scope, previousQuestion: undefined },
      signal,
    );
    if (composed.outcome === 'answered' && !suggested.includes(text)) suggested.push(text);
  }
  return suggested;
}
