import type { Restored } from '../../../contract/trash.ts';
import { inTransaction, retryingDeadlocks, type Database } from '../../database/database.ts';
import type { Actor, Dependencies } from '../../ports.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { announceTrash } from './announce-trash.ts';
import { getOwnTrashed } from './get-own-trashed.ts';
import { resumeLesson } from './resume-lesson.ts';
import {
  listLessonIdsWithCourse,
  takeCourseFromTrash,
  takeLessonFromTrash,
  type Trashed,
} from './trash.store.ts';

/**
 * Brings a course back with the lessons that were deleted with it, or a lesson into its course. A course that is in the trash
 * itself is restored too: a lesson is nowhere to be seen without it. Work that the deletion stopped continues.
 * @throws {ProblemError} not_found; too_many_requests when that work does not fit into the queue. Nothing is restored then.
 */
export const restoreFromTrash = (
  dependencies: Pick<Dependencies, 'database' | 'jobs' | 'config'>,
  actor: Actor,
  named: Pick<Trashed, 'kind' | 'id'>,
): Promise<Restored> =>
  retryingDeadlocks(() =>
    inTransaction(dependencies.database, async (transaction) => {
      const inside = { ...dependencies, database: transaction };
      const trashed = await getOwnTrashed(inside, actor, named);
      const { course_id: courseId } = trashed;
      const lessonIds = trashed.course_in_trash ? await listLessonIdsWithCourse(transaction, courseId) : [];
      if (trashed.course_in_trash) {
        await takeCourseFromTrash(transaction, courseId);
        await noteRestored(transaction, actor, { courseId });
      }
      if (trashed.kind === 'lesson') {
        await takeLessonFromTrash(transaction, trashed.id);
        await noteRestored(transaction, actor, { courseId, lessonId: trashed.id });
        lessonIds.push(trashed.id);
      }
      for (const lessonId of lessonIds) await resumeLesson(inside, actor, lessonId);
      return {
        course_id: courseId,
        lesson_id: trashed.kind === 'lesson' ? trashed.id : null,
        course_restored: trashed.course_in_trash,
      };
    }),
  );

async function noteRestored(
  transaction: Database,
  actor: Actor,
  { courseId, lessonId }: { courseId: number; lessonId?: number },
): Promise<void> {
  const kind = lessonId === undefined ? 'course' : 'lesson';
  await recordAudit(transaction, {
    action: `${kind}_restored`,
    actorId: actor.userId,
    subject: { kind, id: lessonId ?? courseId },
  });
  await announceTrash(transaction, actor.instructorId, {
    change: 'restored',
    course_id: courseId,
    lesson_id: lessonId ?? null,
  });
}
