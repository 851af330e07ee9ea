import type { Course, CourseRequest } from '../../../contract/courses.ts';
import { inTransaction } from '../../database/database.ts';
import type { Actor, Dependencies } from '../../ports.ts';
import { invalidField } from '../../problem-error.ts';
import { mayTeachAs } from './course.policy.ts';
import { insertCourse, replaceOutcomes } from './course.store.ts';
import { getOwnCourse } from './get-own-course.ts';
import { presentCourse } from './present-course.ts';

/** @throws {ProblemError} validation_failed on `instructor_id` when it is somebody else's. */
export function checkInstructor(actor: Actor, input: CourseRequest): void {
  if (input.instructor_id !== undefined && !mayTeachAs(actor, input.instructor_id)) {
    throw invalidField('instructor_id', `Use your own instructor id, ${actor.instructorId}.`);
  }
}

/** @throws {ProblemError} validation_failed. */
export async function createCourse(
  dependencies: Pick<Dependencies, 'database'>,
  actor: Actor,
  input: CourseRequest,
): Promise<Course> {
  checkInstructor(actor, input);
  return inTransaction(dependencies.database, async (transaction) => {
    const id = await insertCourse(transaction, actor.instructorId, input);
    await replaceOutcomes(transaction, id, input.outcomes ?? []);
    return presentCourse(await getOwnCourse({ database: transaction }, actor, id));
  });
}
