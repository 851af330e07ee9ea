import { inTransaction } from '../../database/database.ts';
import type { Actor, Dependencies } from '../../ports.ts';
import { putIntoTrash } from '../trash/put-into-trash.ts';
import { getOwnLesson } from './get-own-lesson.ts';

/** Deletes a lesson: it can be restored from the trash for TRASH_DAYS. @throws {ProblemError} not_found. */
export async function deleteLesson(
  dependencies: Pick<Dependencies, 'database'>,
  actor: Actor,
  id: number,
): Promise<void> {
  await inTransaction(dependencies.database, async (transaction) => {
    const { course_id: courseId } = await getOwnLesson({ database: transaction }, actor, id);
    await putIntoTrash(transaction, actor, { courseId, lessonId: id });
  });
}
