import type { Outcome } from '../../../contract/courses.ts';
import type { Dependencies } from '../../ports.ts';
import { findCourse } from './course.store.ts';

/** The outcomes of a course, none when it is gone. For jobs: who may have them was asked before. */
export async function getCourseOutcomes(
  dependencies: Pick<Dependencies, 'database'>,
  courseId: number,
): Promise<Outcome[]> {
  return (await findCourse(dependencies.database, courseId))?.outcomes ?? [];
}
