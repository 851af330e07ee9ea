import { mapEach, readInPages } from '#server/platform/database/read-in-pages.ts';
import { PAGE_ROWS } from '#contract/list-limits.ts';
import { TRASH_LIST_LIMIT, type Restored, type Trash, type TrashItem } from '#contract/trash.ts';
import type { Actor } from '#server/actor.ts';
import { inTransaction, retryingDeadlocks, type Database } from '#server/platform/database/database.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { notFound } from '#server/platform/problem-error.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { refuseManyCourses } from '../courses/courses.ts';
import { getOwnLesson, refuseManyLessons } from '../lessons/lessons.ts';
import { releaseLessonContent } from '../lessons/release-lesson-content.ts';
import { requestReading } from '../lessons/request-reading.ts';
import { forgetEmptyQuestionSets, keepRestoredQuestionSet } from '../quizzes/question-sets.ts';
import { resumePreparation } from '../quizzes/bank/request-preparation.ts';
import { resumeTranscription } from '../transcripts/resume-transcription.ts';
import { findOwnFile } from '../uploads/stored-files.ts';
import { announceTrash } from './put-into-trash.ts';
import {
  countTrashed,
  listTrashedRows,
  listLessonIdsWithCourse,
  takeRowFromTrash,
  putUnusedQuizzesIntoTrash,
  deleteTrashed,
  findTrashed,
  listAllCourseIds,
  listTrashedBefore,
  type Trashed,
  type TrashedRow,
} from './trash.store.ts';

const DAY_MILLISECONDS = 86_400_000;

/** What the actor can restore, the latest first. */
export async function listTrash(
  { database, config }: Pick<Dependencies, 'database' | 'config'>,
  actor: Actor,
): Promise<Trash> {
  const rows = await listTrashedRows(database, actor.instructorId, { limit: TRASH_LIST_LIMIT });
  return {
    items: rows.map((row) => presentTrashed(row, config.trashDays)),
    total: rows.length < TRASH_LIST_LIMIT ? rows.length : await countTrashed(database, actor.instructorId),
    retention_days: config.trashDays,
  };
}

/** Everything of the actor's that is in the trash, the latest first. */
export const exportTrash = (
  { database, config }: Pick<Dependencies, 'database' | 'config'>,
  actor: Actor,
): AsyncGenerator<TrashItem> =>
  mapEach(
    readInPages<TrashedRow>(PAGE_ROWS, (after) =>
      listTrashedRows(database, actor.instructorId, { limit: PAGE_ROWS, after }),
    ),
    (row) => presentTrashed(row, config.trashDays),
  );

const presentTrashed = (
  { trashed_at: trashedAt, trashed_at_exactly: _exactly, size_bytes: sizeBytes, ...row }: TrashedRow,
  trashDays: number,
): TrashItem => ({
  ...row,
  lesson_count: row.kind === 'course' ? row.lesson_count : 0,
  size_bytes: Number(sizeBytes),
  deleted_at: trashedAt.toISOString(),
  removed_at: new Date(trashedAt.getTime() + trashDays * DAY_MILLISECONDS).toISOString(),
});

/**
 * Brings a course back with the lessons that were deleted with it, or a lesson into its course. A course that is in the trash
 * itself is restored too: a lesson is not visible without it. Restoring a quiz saves it. Work that the deletion stopped continues.
 * @throws {ProblemError} not_found; conflict when there are too many courses or lessons; too_many_requests when that work does not fit into the queue. Nothing is restored then.
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
        await refuseManyCourses(transaction, actor.instructorId);
        await takeOut(transaction, actor, {
          kind: 'course',
          id: courseId,
          course_id: courseId,
          lesson_id: null,
        });
      }
      if (trashed.kind === 'lesson') {
        await refuseManyLessons(transaction, courseId);
        lessonIds.push(trashed.id);
      }
      if (trashed.kind !== 'course') await takeOut(transaction, actor, trashed);
      if (trashed.kind === 'question_set') await keepRestoredQuestionSet(inside, trashed.id);
      for (const lessonId of lessonIds) await resumeLesson(inside, actor, lessonId);
      return {
        course_id: courseId,
        lesson_id: trashed.lesson_id,
        course_restored: trashed.course_in_trash,
      };
    }),
  );

async function takeOut(
  transaction: Database,
  actor: Actor,
  named: Pick<Trashed, 'kind' | 'id' | 'course_id' | 'lesson_id'>,
): Promise<void> {
  const { kind, id } = named;
  await takeRowFromTrash(transaction, named);
  await recordAudit(transaction, `${kind}_restored`, { by: actor.userId, on: [kind, id] });
  await announceTrash(transaction, { ...named, instructor_id: actor.instructorId }, 'restored');
}

/**
 * Continues what a lesson was waiting for when it was put into the trash: its transcription, the recognition of a scan, the
 * preparation of questions. Call it in the transaction that restores the lesson.
 */
async function resumeLesson(
  dependencies: Pick<Dependencies, 'database' | 'jobs' | 'config'>,
  actor: Actor,
  lessonId: number,
): Promise<void> {
  const lesson = await getOwnLesson(dependencies, actor, lessonId);
  if (lesson.kind === 'video') await resumeTranscription(dependencies, lesson);
  if (lesson.document_source_id !== null) await resumePreparation(dependencies, lessonId);
  else if (lesson.file_key !== null && lesson.kind !== 'video') {
    const file = await findOwnFile(dependencies, actor, lesson.file_key);
    if (file?.awaits_recognition === true) await requestReading(dependencies, lesson);
  }
}

type Needed = Pick<Dependencies, 'database' | 'jobs'>;

/** How many are looked up at once. Each is deleted in its own transaction, so that a crash in between loses and repeats nothing. */
const BATCH = 100;
/** The tidy-up that this is part of must end in time; the next one continues. */
const MOST_AT_ONCE = 2_000;

/**
 * Deletes something of the actor's trash with its files, passages, transcriptions and quizzes (without those that ask about other
 * lessons too); a course with all its lessons.
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

/** Deletes what has been in the trash for 30 days. Returns how many courses and lessons it deleted. */
export const removeExpiredTrash = (
  dependencies: Needed & Pick<Dependencies, 'config'>,
  now: Date,
): Promise<number> => {
  const before = new Date(now.getTime() - dependencies.config.trashDays * DAY_MILLISECONDS);
  return removeBatches(dependencies, before, {}, null, MOST_AT_ONCE);
};

/** Deletes all courses of an account, in the trash or not. Call it in the transaction that deletes the account. */
export async function deleteAllCourses(
  dependencies: Needed,
  actor: Pick<Actor, 'instructorId'>,
  deletedBy: number | null,
): Promise<void> {
  const { database } = dependencies;
  for (const id of await listAllCourseIds(database, actor.instructorId)) {
    await remove(
      dependencies,
      {
        kind: 'course',
        id,
        course_id: id,
        lesson_id: null,
        instructor_id: actor.instructorId,
        course_in_trash: true,
      },
      deletedBy,
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
  const deleteRows = (): Promise<void> => deleteTrashed(database, trashed);
  if (kind === 'question_set') await deleteRows();
  else {
    const of = kind === 'course' ? { courseId } : { lessonId: id };
    await releaseLessonContent(dependencies, of, deleteRows);
  }
  await recordAudit(database, `${kind}_deleted`, { by: actorId, on: [kind, id] });
  await announceTrash(database, trashed, 'deleted');
}

const UNUSED_DAYS = 7;

/**
 * Moves quizzes that were never saved, edited, reviewed or published to the trash seven days after they were last opened. Deletes those
 * without questions. Returns how many.
 */
export const clearUnusedQuizzes = (
  { database }: Pick<Dependencies, 'database'>,
  now: Date,
): Promise<number> =>
  inTransaction(database, async (transaction) => {
    const before = new Date(now.getTime() - UNUSED_DAYS * DAY_MILLISECONDS);
    const emptyCount = await forgetEmptyQuestionSets({ database: transaction }, before);
    const trashed = await putUnusedQuizzesIntoTrash(transaction, { before, now });
    for (const quiz of trashed) {
      await recordAudit(transaction, 'question_set_trashed', { on: ['question_set', quiz.id] });
      await announceTrash(transaction, quiz, 'trashed');
    }
    return emptyCount + trashed.length;
  });

/**
 * Something in the actor's trash; until the transaction ends no one else restores or deletes it.
 * @throws {ProblemError} not_found, also for what is not in the trash and for another instructor's.
 */
async function getOwnTrashed(
  { database }: Pick<Dependencies, 'database'>,
  actor: Actor,
  named: Pick<Trashed, 'kind' | 'id'>,
): Promise<Trashed> {
  const trashed = await findTrashed(database, named);
  if (trashed === undefined || !ownsTrashed(actor, trashed)) throw notFound(`trashed_${named.kind}`);
  return trashed;
}

/** Only the owner of a course sees its items in the trash. */
const ownsTrashed = (actor: Actor, trashed: { instructor_id: number }): boolean =>
  trashed.instructor_id === actor.instructorId;
