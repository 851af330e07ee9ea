import type { Database } from '../../database/database.ts';
import type { Actor } from '../../ports.ts';
import { notFound } from '../../problem-error.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { announceTrash } from './announce-trash.ts';
import { putCourseIntoTrash, putLessonIntoTrash } from './trash.store.ts';

/**
 * Puts a course, or a lesson, into the trash: nothing finds it any more, and nothing of it is lost. Call it in the transaction
 * that has found it to be the actor's own.
 * @throws {ProblemError} not_found when it has just been put there by another request.
 */
export async function putIntoTrash(
  transaction: Database,
  actor: Actor,
  { courseId, lessonId }: { courseId: number; lessonId?: number },
): Promise<void> {
  const kind = lessonId === undefined ? 'course' : 'lesson';
  const isDone = await (lessonId === undefined
    ? putCourseIntoTrash(transaction, courseId)
    : putLessonIntoTrash(transaction, lessonId));
  if (!isDone) throw notFound(kind);
  await recordAudit(transaction, {
    action: `${kind}_trashed`,
    actorId: actor.userId,
    subject: { kind, id: lessonId ?? courseId },
  });
  await announceTrash(transaction, actor.instructorId, {
    change: 'trashed',
    course_id: courseId,
    lesson_id: lessonId ?? null,
  });
}
