import type { TrashEvent } from '#contract/events.ts';
import type { Actor } from '#server/actor.ts';
import type { Database } from '#server/database/database.ts';
import { announce } from '#server/events/event-bus.ts';
import { notFound } from '#server/problem-error.ts';
import { recordAudit } from '../audit/record-audit.ts';
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
  await recordAudit(transaction, `${kind}_trashed`, { by: actor.userId, on: [kind, lessonId ?? courseId] });
  await announceTrash(transaction, actor.instructorId, {
    change: 'trashed',
    course_id: courseId,
    lesson_id: lessonId ?? null,
    question_set_id: null,
  });
}

/** Tells the owner's open pages. */
export const announceTrash = (
  database: Database,
  instructorId: number,
  event: Omit<TrashEvent, 'type'>,
): Promise<void> => announce(database, { kind: 'trash', instructorId, event: { type: 'trash', ...event } });
