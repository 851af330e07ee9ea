import type { Actor, Dependencies } from '../../ports.ts';
import { notFound } from '../../problem-error.ts';
import { ownsCourse } from './course.policy.ts';
import { findCourse, type CourseRow } from './course.store.ts';

/** @throws {ProblemError} not_found, also for somebody else's course. */
export async function getOwnCourse(
  dependencies: Pick<Dependencies, 'database'>,
  actor: Actor,
  id: number,
): Promise<CourseRow> {
  const course = await findCourse(dependencies.database, id);
  if (course === undefined || !ownsCourse(actor, course)) throw notFound('course');
  return course;
}
