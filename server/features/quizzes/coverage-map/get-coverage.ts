import type { Coverage } from '#contract/coverage.ts';
import type { Actor } from '#server/actor.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { listLessonSections } from '#server/features/lessons/lesson-text.ts';
import { getOwnLesson } from '#server/features/lessons/lessons.ts';
import { getOwnQuestionSetRow } from '../question-sets.ts';

/**
 * The sections of the quiz's lesson, whose passages its questions cite; none while the lesson has no text.
 * @throws {ProblemError} not_found.
 */
export async function getCoverage(
  dependencies: Pick<Dependencies, 'database'>,
  actor: Actor,
  questionSetId: number,
): Promise<Coverage> {
  const set = await getOwnQuestionSetRow(dependencies, actor, questionSetId);
  const lesson = await getOwnLesson(dependencies, actor, set.lesson_id);
  const sections = await listLessonSections(dependencies, lesson);
  return {
    sections: sections.map(({ section, title, page, startSecond, passages }) => ({
      section,
      title,
      page,
      start_second: startSecond,
      passage_ids: passages.map(({ id }) => id),
    })),
  };
}
