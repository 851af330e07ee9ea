import { inTransaction } from '../../database/database.ts';
import type { Actor, Dependencies } from '../../ports.ts';
import { putIntoTrash } from '../trash/put-into-trash.ts';
import { getOwnCourse } from './get-own-course.ts';

/** Deletes the course and all that is in it: it can be restored from the trash for TRASH_DAYS. @throws {ProblemError} not_found. */
export async function deleteCourse(
  dependencies: Pick<Dependencies, 'database'>,
  actor: Actor,
  id: number,
): Promise<void> {
  await inTransaction(dependencies.database, async (transaction) => {
    await getOwnCourse({ database: transaction }, actor, id);
    await putIntoTrash(transaction, actor, { courseId: id });
  });
}
