import type { Course, CourseUpdateRequest } from '../../../contract/courses.ts';
import { inTransaction } from '../../database/database.ts';
import type { Actor, Dependencies } from '../../ports.ts';
import { ProblemError } from '../../problem-error.ts';
import { lockCourse, replaceOutcomes, updateCourseRow } from './course.store.ts';
import { checkInstructor } from './create-course.ts';
import { getOwnCourse } from './get-own-course.ts';
import { presentCourse } from './present-course.ts';

/**
 * Replaces the course's content and outcomes.
 * @param input.updated_at the version that the editor saw; without it, whatever is there is replaced.
 * @throws {ProblemError} not_found; validation_failed; conflict when another version is there by now.
 */
export async function updateCourse(
  dependencies: Pick<Dependencies, 'database'>,
  actor: Actor,
  id: number,
  input: CourseUpdateRequest,
): Promise<Course> {
  return inTransaction(dependencies.database, async (transaction) => {
    await lockCourse(transaction, id);
    const current = await getOwnCourse({ database: transaction }, actor, id);
    checkInstructor(actor, input);
    if (input.updated_at !== undefined && Date.parse(input.updated_at) !== current.updated_at.getTime()) {
      throw new ProblemError(
        'conflict',
        'This course was changed elsewhere since you opened it. Load the newer version, or save again to overwrite it.',
      );
    }
    await updateCourseRow(transaction, id, input);
    await replaceOutcomes(transaction, id, input.outcomes ?? []);
    return presentCourse(await getOwnCourse({ database: transaction }, actor, id));
  });
}
