import type { ExportedWork } from '#contract/account-export.ts';
import { ACTIVITY_HOURS, ACTIVITY_LIMIT, type Activity } from '#contract/activity.ts';
import type { LessonEvent } from '#contract/events.ts';
import { message } from '#contract/messages/make-message.ts';
import type { Message } from '#contract/messages/message.ts';
import type { Actor } from '#server/actor.ts';
import { inTransaction, type Database } from '#server/platform/database/database.ts';
import { wordOptional } from '#server/platform/database/store-message.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { announce } from '#server/platform/events/event-bus.ts';
import { notFound } from '#server/platform/problem-error.ts';
import {
  deleteLessonWork,
  findCourseOfLesson,
  findUnendedWork,
  insertLessonWork,
  keepLesson,
  markLessonWorkEnded,
  markLessonWorkQueued,
  markLessonWorkRunning,
  updateLessonWorkProgress,
  listActivityRows,
  listUnendedWork,
  listLessonWorkOf,
  deleteLessonWorkBefore,
  type LessonWorkRow,
  type ActivityRow,
} from './lesson-work.store.ts';

type Needed = Pick<Dependencies, 'database'>;

/**
 * Notes that a job about a lesson was enqueued, and says so. Call it in the transaction that enqueues.
 * @throws {ProblemError} not_found when the lesson was deleted; nothing is enqueued then.
 */
export async function beginLessonWork(
  dependencies: Needed,
  job: { id: string; name: string; work: LessonWorkRow['work'] },
  lesson: { id: number; instructor_id: number },
): Promise<void> {
  const work = {
    job_id: job.id,
    job_name: job.name,
    instructor_id: lesson.instructor_id,
    lesson_id: lesson.id,
    work: job.work,
  };
  // It may have been deleted since it was looked up.
  if (!(await keepLesson(dependencies.database, lesson.id))) throw notFound('lesson');
  await insertLessonWork(dependencies.database, work);
  await announceWork(dependencies.database, work, { status: 'queued', reason: null });
}

/** The job that does such work on the lesson now, or will; none when its job died silently. */
export async function findLessonWorkUnderWay(
  { database, jobs }: Pick<Dependencies, 'database' | 'jobs'>,
  lessonId: number,
  work: LessonWorkRow['work'],
): Promise<string | undefined> {
  const found = await findUnendedWork(database, lessonId, work);
  if (found === undefined) return undefined;
  const state = await jobs.findState(found.job_name, found.job_id);
  return state === 'waiting' || state === 'running' ? found.job_id : undefined;
}

/** Lists work that was done while the request waited, without a job. Call it in the transaction that does the work. */
export async function noteLessonWorkDone(
  { database }: Needed,
  done: { id: string; name: string; work: LessonWorkRow['work'] },
  lesson: { id: number; instructor_id: number },
): Promise<void> {
  await insertLessonWork(database, {
    job_id: done.id,
    job_name: done.name,
    instructor_id: lesson.instructor_id,
    lesson_id: lesson.id,
    work: done.work,
  });
  await markLessonWorkEnded(database, done.id, { status: 'done', reason: null });
}

/** Says how far running work is, in percent and in a sentence. It changes nothing once the work has ended. */
export async function reportLessonWork(
  dependencies: Needed,
  jobId: string,
  state: { progress: number; reason: Message },
): Promise<void> {
  await inTransaction(dependencies.database, async (transaction) => {
    const work = await updateLessonWorkProgress(transaction, jobId, state);
    if (work !== undefined) await announceWork(transaction, work, { status: 'running', ...state });
  });
}

/** Notes that a worker has taken the job; for one that is about no lesson, nothing. */
export async function runLessonWork(dependencies: Needed, jobId: string): Promise<void> {
  await inTransaction(dependencies.database, async (transaction) => {
    const work = await markLessonWorkRunning(transaction, jobId);
    if (work !== undefined) await announceWork(transaction, work, { status: 'running', reason: null });
  });
}

/**
 * Notes how the job ended. That it is done is announced by what it did, in one transaction with the result;
 * that it failed is announced here.
 */
export async function endLessonWork(
  dependencies: Needed,
  jobId: string,
  failure: Message | null | undefined,
): Promise<void> {
  await inTransaction(dependencies.database, async (transaction) => {
    const outcome =
      failure === undefined
        ? { status: 'done' as const, reason: null }
        : { status: 'failed' as const, reason: failure };
    const work = await markLessonWorkEnded(transaction, jobId, outcome);
    if (work !== undefined && failure !== undefined) await announceWork(transaction, work, outcome);
  });
}

/**
 * Forgets work on a lesson that is in the trash: restoring the lesson enqueues it again. Call it in a transaction that holds
 * the lesson in place, or a restoration could rely on the job that ends.
 */
export const dropLessonWork = ({ database }: Needed, jobId: string): Promise<void> =>
  deleteLessonWork(database, jobId);

/** Notes that a failed job was given another attempt; for one that is about no lesson, nothing. */
export async function reopenLessonWork({ database }: Needed, jobId: string): Promise<void> {
  const work = await markLessonWorkQueued(database, jobId);
  if (work !== undefined) await announceWork(database, work, { status: 'queued', reason: null });
}

async function announceWork(
  database: Database,
  { instructor_id: instructorId, lesson_id: lessonId, work }: Omit<LessonWorkRow, keyof Standing>,
  { reason, ...state }: Pick<LessonEvent, 'status'> & { progress?: number; reason: Message | null },
): Promise<void> {
  const courseId = await findCourseOfLesson(database, lessonId);
  if (courseId === undefined) return;
  await announce(database, {
    kind: 'lesson',
    instructorId,
    event: {
      type: 'lesson',
      lesson_id: lessonId,
      course_id: courseId,
      work,
      progress: 0,
      ...state,
      ...wordOptional(reason),
    },
  });
}

/** The queue is asked about work that has lasted longer than this: its job may have died silently. */
const DOUBTFUL_MINUTES = 15;

/** Ends work whose job died silently, such as when its worker was killed in the last attempt. Returns how much. */
export async function endStalledWork(
  dependencies: Pick<Dependencies, 'database' | 'jobs'>,
  now: Date,
): Promise<number> {
  const before = new Date(now.getTime() - DOUBTFUL_MINUTES * 60_000);
  let ended = 0;
  for (const { job_id: jobId, job_name: jobName } of await listUnendedWork(dependencies.database, before)) {
    const state = await dependencies.jobs.findState(jobName, jobId);
    if (state !== 'failed' && state !== 'unknown') continue;
    await endLessonWork(dependencies, jobId, message('job_interrupted'));
    ended += 1;
  }
  return ended;
}

/** The columns that tell how far the work has come. */
type Standing = Pick<
  LessonWorkRow,
  'status' | 'progress' | 'message' | 'message_coded' | 'started_at' | 'ended_at'
>;

/** What is being worked on for the actor, and what ended within a day; newest first, at most 50. */
export async function listActivity({ database }: Needed, actor: Actor): Promise<Activity[]> {
  const rows = await listActivityRows(database, actor.instructorId, {
    since: new Date(Date.now() - ACTIVITY_HOURS * 3_600_000),
    limit: ACTIVITY_LIMIT,
  });
  return rows.map(present);
}

const present = (row: ActivityRow): Activity => ({
  lesson_id: row.lesson_id,
  course_id: row.course_id,
  lesson_title: row.lesson_title,
  work: row.work,
  status: row.status,
  progress: row.progress,
  message: row.message,
  message_coded: row.message_coded,
  started_at: row.started_at.toISOString(),
  ended_at: row.ended_at?.toISOString() ?? null,
});

/** What was worked on for the actor, as far as it is still kept, oldest first. */
export async function exportLessonWork(
  { database }: Pick<Dependencies, 'database'>,
  actor: Actor,
): Promise<ExportedWork[]> {
  return (await listLessonWorkOf(database, actor.instructorId)).map((row) => ({
    lesson_id: row.lesson_id,
    work: row.work,
    status: row.status,
    message: row.message,
    started_at: row.started_at.toISOString(),
    ended_at: row.ended_at?.toISOString() ?? null,
  }));
}

const KEPT_HOURS = 48;

/** Deletes notes of past work that no page shows any more. Returns how many. */
export const forgetLessonWork = (dependencies: Pick<Dependencies, 'database'>, now: Date): Promise<number> =>
  deleteLessonWorkBefore(dependencies.database, new Date(now.getTime() - KEPT_HOURS * 3_600_000));
