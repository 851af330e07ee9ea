import type { Course, CourseRequest } from '../../../contract/courses.ts';
import { inTransaction } from '../../database/database.ts';
import type { Actor, Dependencies } from '../../ports.ts';
import { replaceOutcomes, updateCourseRow } from './course.store.ts';
import { checkInstructor } from './create-course.ts';
import { getOwnCourse } from './get-own-course.ts';
import { presentCourse } from './present-course.ts';

/** Replaces the course's content and outcomes. @throws {ProblemError} not_found, validation_failed. */
export async function updateCourse(
  dependencies: Pick<Dependencies, 'database'>,
  actor: Actor,
  id: number,
  input: CourseRequest,
): Promise<Course> {
  return inTransaction(dependencies.database, async (transaction) => {
    await getOwnCourse({ database: transaction }, actor, id);
    checkInstructor(actor, input);
    await updateCourseRow(transaction, id, input);
    await replaceOutcomes(transaction, id, input.outcomes ?? []);
    return presentCourse(await getOwnCourse({ database: transaction }, actor, id));
  });
}
