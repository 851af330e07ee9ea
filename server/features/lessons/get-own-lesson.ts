import type { Actor, Dependencies } from '../../ports.ts';
import { notFound } from '../../problem-error.ts';
import { ownsCourse } from '../courses/course.policy.ts';
import { findLesson, type LessonRow } from './lesson.store.ts';

/** @throws {ProblemError} not_found, also for a lesson of somebody else's course. */
export async function getOwnLesson(
  dependencies: Pick<Dependencies, 'database'>,
  actor: Actor,
  id: number,
): Promise<LessonRow> {
  const lesson = await findLesson(dependencies.database, id);
  if (lesson === undefined || !ownsCourse(actor, lesson)) throw notFound('lesson');
  return lesson;
}
