import type { Actor, Dependencies } from '../../ports.ts';
import { getOwnCourse } from '../courses/get-own-course.ts';
import { listLessonsOfCourse, type ListedLesson } from './lesson.store.ts';

/** The lessons of one's own course, oldest first. @throws {ProblemError} not_found. */
export async function listLessons(
  dependencies: Pick<Dependencies, 'database'>,
  actor: Actor,
  courseId: number,
): Promise<ListedLesson[]> {
  await getOwnCourse(dependencies, actor, courseId);
  return listLessonsOfCourse(dependencies.database, courseId);
}
