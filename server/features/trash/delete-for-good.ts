import { inTransaction, retryingDeadlocks } from '../../database/database.ts';
import type { Actor, Dependencies } from '../../ports.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { releaseLessonContent } from '../lessons/release-lesson-content.ts';
import { announceTrash } from './announce-trash.ts';
import { getOwnTrashed } from './get-own-trashed.ts';
import {
  deleteTrashed,
  findTrashed,
  listAllCourseIds,
  listTrashedBefore,
  type Trashed,
} from './trash.store.ts';

type Needed = Pick<Dependencies, 'database' | 'jobs'>;

/** How many are looked up at once. Each is deleted in its own transaction, so that a crash in between loses and repeats nothing. */
const BATCH = 100;
/** The tidy-up that this is part of must end in time; the next one continues. */
const MOST_AT_ONCE = 2_000;
const DAY_MILLISECONDS = 86_400_000;

/**
 * Deletes something of the actor's trash with its files, passages, transcriptions and quizzes; a course with all its lessons.
 * @throws {ProblemError} not_found.
 */
export const deleteForGood = (
  dependencies: Needed,
  actor: Actor,
  named: Pick<Trashed, 'kind' | 'id'>,
): Promise<void> =>
  retryingDeadlocks(() =>
    inTransaction(dependencies.database, async (transaction) => {
      const inside = { ...dependencies, database: transaction };
      await remove(inside, await getOwnTrashed(inside, actor, named), actor.userId);
    }),
  );

/** Deletes what was in the actor's trash when this began. Interrupted, it has deleted some of it, and can be called again. */
export async function emptyTrash(dependencies: Needed, actor: Actor, now: Date): Promise<void> {
  const { instructorId } = actor;
  await removeBatches(dependencies, now, { instructorId }, actor.userId, Number.POSITIVE_INFINITY);
}

/** Deletes what has been in the trash for TRASH_DAYS. Returns how many courses and lessons went. */
export const removeExpiredTrash = (
  dependencies: Needed & Pick<Dependencies, 'config'>,
  now: Date,
): Promise<number> => {
  const before = new Date(now.getTime() - dependencies.config.trashDays * DAY_MILLISECONDS);
  return removeBatches(dependencies, before, {}, null, MOST_AT_ONCE);
};

/** Deletes all courses of an account, in the trash or not. Call it in the transaction that deletes the account. */
export async function deleteAllCourses(dependencies: Needed, actor: Actor): Promise<void> {
  const { database } = dependencies;
  for (const id of await listAllCourseIds(database, actor.instructorId)) {
    await remove(
      dependencies,
      { kind: 'course', id, course_id: id, instructor_id: actor.instructorId, course_in_trash: true },
      actor.userId,
    );
  }
}

async function removeBatches(
  dependencies: Needed,
  before: Date,
  of: { instructorId?: number },
  actorId: number | null,
  most: number,
): Promise<number> {
  let removed = 0;
  while (removed < most) {
    const batch = await listTrashedBefore(dependencies.database, before, { ...of, limit: BATCH });
    for (const each of batch) {
      await retryingDeadlocks(() =>
        inTransaction(dependencies.database, async (transaction) => {
          // It may have been restored, or deleted with its course, since it was listed.
          const found = await findTrashed(transaction, each);
          if (found !== undefined) await remove({ ...dependencies, database: transaction }, found, actorId);
        }),
      );
    }
    removed += batch.length;
    if (batch.length < BATCH) break;
  }
  return removed;
}

async function remove(dependencies: Needed, trashed: Trashed, actorId: number | null): Promise<void> {
  const { database } = dependencies;
  const { kind, id, course_id: courseId } = trashed;
  const of = kind === 'course' ? { courseId } : { lessonId: id };
  await releaseLessonContent(dependencies, of, () => deleteTrashed(database, trashed));
  await recordAudit(database, { action: `${kind}_deleted`, actorId, subject: { kind, id } });
  await announceTrash(database, trashed.instructor_id, {
    change: 'deleted',
    course_id: courseId,
    lesson_id: kind === 'lesson' ? id : null,
  });
}
