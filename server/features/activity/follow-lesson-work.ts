import type { LessonEvent } from '../../../contract/events.ts';
import { inTransaction, type Database } from '../../database/database.ts';
import { announce } from '../../events/event-bus.ts';
import type { Dependencies } from '../../ports.ts';
import { notFound, type ProblemError } from '../../problem-error.ts';
import {
  findCourseOfLesson,
  findUnendedWork,
  insertLessonWork,
  keepLesson,
  markLessonWorkEnded,
  markLessonWorkQueued,
  markLessonWorkRunning,
  updateLessonWorkProgress,
  type LessonWorkRow,
} from './lesson-work.store.ts';

type Needed = Pick<Dependencies, 'database'>;

/**
 * Notes that a job about a lesson was enqueued, and says so. Call it in the transaction that enqueues.
 * @throws {ProblemError} not_found when the lesson was deleted meanwhile; nothing is enqueued then.
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
  await announceWork(dependencies.database, work, { status: 'queued', message: null });
}

/** The job that does such work on the lesson now, or will; none when its job died without a word. */
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
  await markLessonWorkEnded(database, done.id, { status: 'done', message: null });
}

/** Says how far running work is, in percent and in a sentence. It changes nothing once the work has ended. */
export async function reportLessonWork(
  dependencies: Needed,
  jobId: string,
  state: { progress: number; message: string },
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
    if (work !== undefined) await announceWork(transaction, work, { status: 'running', message: null });
  });
}

/**
 * Notes how the job ended. That it is done is announced by what it did, in one transaction with the result;
 * that it failed is announced here.
 */
export async function endLessonWork(
  dependencies: Needed,
  jobId: string,
  problem: ProblemError | undefined,
): Promise<void> {
  await inTransaction(dependencies.database, async (transaction) => {
    const outcome =
      problem === undefined
        ? { status: 'done' as const, message: null }
        : { status: 'failed' as const, message: problem.message };
    const work = await markLessonWorkEnded(transaction, jobId, outcome);
    if (work !== undefined && problem !== undefined) await announceWork(transaction, work, outcome);
  });
}

/** Notes that a failed job was given another attempt; for one that is about no lesson, nothing. */
export async function reopenLessonWork({ database }: Needed, jobId: string): Promise<void> {
  const work = await markLessonWorkQueued(database, jobId);
  if (work !== undefined) await announceWork(database, work, { status: 'queued', message: null });
}

async function announceWork(
  database: Database,
  { instructor_id: instructorId, lesson_id: lessonId, work }: Omit<LessonWorkRow, keyof Standing>,
  state: Pick<LessonEvent, 'status' | 'message'> & { progress?: number },
): Promise<void> {
  const courseId = await findCourseOfLesson(database, lessonId);
  if (courseId === undefined) return;
  await announce(database, {
    kind: 'lesson',
    instructorId,
    event: { type: 'lesson', lesson_id: lessonId, course_id: courseId, work, progress: 0, ...state },
  });
}

/** The columns that tell how far the work has come. */
type Standing = Pick<LessonWorkRow, 'status' | 'progress' | 'message' | 'started_at' | 'ended_at'>;
