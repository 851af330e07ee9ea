import { inTransaction } from '../../database/database.ts';
import type { Actor, Dependencies } from '../../ports.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { releaseLessonContent } from '../lessons/delete-lesson.ts';
import { deleteCourseRow } from './course.store.ts';
import { getOwnCourse } from './get-own-course.ts';

/**
 * Deletes the course with its lessons, files, passages, jobs and question sets. The rows go at once;
 * the files follow in a job of the same transaction, so that none is forgotten.
 * @throws {ProblemError} not_found.
 */
export async function deleteCourse(
  dependencies: Pick<Dependencies, 'database' | 'jobs'>,
  actor: Actor,
  id: number,
): Promise<void> {
  await inTransaction(dependencies.database, async (transaction) => {
    await getOwnCourse({ database: transaction }, actor, id);
    await releaseLessonContent({ ...dependencies, database: transaction }, { courseId: id }, () =>
      deleteCourseRow(transaction, id),
    );
    await recordAudit(transaction, {
      action: 'course_deleted',
      actorId: actor.userId,
      subject: { kind: 'course', id },
    });
  });
}
