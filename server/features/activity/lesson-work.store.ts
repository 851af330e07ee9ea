import { sql, type Selectable } from 'kysely';
import { storeMessage, wordOptional } from '#server/platform/database/store-message.ts';
import { wordMessage } from '#contract/messages/catalogue.ts';
import type { Message } from '#contract/messages/message.ts';
import type { Activity } from '#contract/activity.ts';
import type { Database } from '#server/platform/database/database.ts';
import type { LessonWorkTable } from '#server/platform/database/schema.ts';

export type LessonWorkRow = Selectable<LessonWorkTable>;

/** Running or recently ended work, as stored. */
export interface ActivityRow extends Pick<
  Activity,
  'lesson_id' | 'course_id' | 'lesson_title' | 'work' | 'status' | 'progress' | 'message' | 'message_coded'
> {
  readonly started_at: Date;
  readonly ended_at: Date | null;
}

/** Whether the lesson is still there; it then stays until the transaction ends. */
export async function keepLesson(transaction: Database, lessonId: number): Promise<boolean> {
  const lesson = await transaction
    .selectFrom('lessons')
    .select('id')
    .where('id', '=', lessonId)
    .forKeyShare()
    .executeTakeFirst();
  return lesson !== undefined;
}

export async function insertLessonWork(
  database: Database,
  work: Pick<LessonWorkRow, 'job_id' | 'job_name' | 'instructor_id' | 'lesson_id' | 'work'>,
): Promise<void> {
  await database
    .insertInto('lesson_work')
    .values({ ...work, status: 'queued', message: null, ended_at: null })
    .execute();
}

/** The newest work of that kind on the lesson that has not ended. */
export const findUnendedWork = (
  database: Database,
  lessonId: number,
  work: LessonWorkRow['work'],
): Promise<Pick<LessonWorkRow, 'job_id' | 'job_name'> | undefined> =>
  database
    .selectFrom('lesson_work')
    .select(['job_id', 'job_name'])
    .where('lesson_id', '=', lessonId)
    .where('work', '=', work)
    .where('ended_at', 'is', null)
    .orderBy('started_at', 'desc')
    .executeTakeFirst();

/** Work on any lesson that began before `before` and has not ended. */
export const listUnendedWork = (
  database: Database,
  before: Date,
): Promise<Pick<LessonWorkRow, 'job_id' | 'job_name'>[]> =>
  database
    .selectFrom('lesson_work')
    .select(['job_id', 'job_name'])
    .where('started_at', '<', before)
    .where('ended_at', 'is', null)
    .execute();

/** A job that runs a second time, or that is about no lesson, changes nothing: undefined. */
export const markLessonWorkRunning = (
  database: Database,
  jobId: string,
): Promise<LessonWorkRow | undefined> =>
  database
    .updateTable('lesson_work')
    .set({ status: 'running' })
    .where('job_id', '=', jobId)
    .where('status', '=', 'queued')
    .returningAll()
    .executeTakeFirst();

/** Undefined when the work does not run, or has got this far already. */
export const updateLessonWorkProgress = (
  database: Database,
  jobId: string,
  { progress, reason }: { progress: number; reason: Message },
): Promise<LessonWorkRow | undefined> => {
  const message = wordMessage(reason);
  return database
    .updateTable('lesson_work')
    .set({ progress, message, message_coded: storeMessage(reason) })
    .where('job_id', '=', jobId)
    .where('status', '=', 'running')
    .where((where) =>
      where.or([where('progress', '!=', progress), where('message', 'is distinct from', message)]),
    )
    .returningAll()
    .executeTakeFirst();
};

/** Ends the work once. Returns undefined when it has ended before, or is about no lesson. */
export const markLessonWorkEnded = (
  database: Database,
  jobId: string,
  { status, reason }: { status: LessonWorkRow['status']; reason: Message | null },
): Promise<LessonWorkRow | undefined> =>
  database
    .updateTable('lesson_work')
    .set({
      status,
      message: wordOptional(reason).message,
      message_coded: storeMessage(reason),
      ended_at: new Date(),
    })
    .where('job_id', '=', jobId)
    .where('ended_at', 'is', null)
    .returningAll()
    .executeTakeFirst();

export async function deleteLessonWork(database: Database, jobId: string): Promise<void> {
  await database.deleteFrom('lesson_work').where('job_id', '=', jobId).execute();
}

/** Failed work waits for a worker again. Undefined when it has not failed, or is about no lesson. */
export const markLessonWorkQueued = (database: Database, jobId: string): Promise<LessonWorkRow | undefined> =>
  database
    .updateTable('lesson_work')
    .set({ status: 'queued', progress: 0, message: null, message_coded: null, ended_at: null })
    .where('job_id', '=', jobId)
    .where('status', '=', 'failed')
    .returningAll()
    .executeTakeFirst();

export async function findCourseOfLesson(database: Database, lessonId: number): Promise<number | undefined> {
  const lesson = await database
    .selectFrom('lessons')
    .select('course_id')
    .where('id', '=', lessonId)
    .executeTakeFirst();
  return lesson?.course_id;
}

/** Newest first: what has not ended and began after `since`, and what ended after it. */
export async function listActivityRows(
  database: Database,
  instructorId: number,
  { since, limit }: { since: Date; limit: number },
): Promise<ActivityRow[]> {
  const { rows } = await sql<ActivityRow>`
    select lessons.id as lesson_id, lessons.course_id,
           lessons.title as lesson_title, 'transcription' as work, transcriptions.status,
           transcriptions.progress::int as progress, transcriptions.error as message, transcriptions.error_coded as message_coded,
           transcriptions.created_at as started_at,
           case when transcriptions.status in ('done', 'failed') then transcriptions.updated_at end as ended_at
    from transcriptions join lessons on lessons.id = transcriptions.lesson_id
    where transcriptions.instructor_id = ${instructorId}
      and (transcriptions.status in ('queued', 'running') or transcriptions.updated_at > ${since})
    union all
    select lessons.id, lessons.course_id, lessons.title,
           lesson_work.work, lesson_work.status, case lesson_work.status when 'done' then 100 when 'running' then lesson_work.progress else 0 end,
           lesson_work.message, lesson_work.message_coded, lesson_work.started_at, lesson_work.ended_at
    from lesson_work join lessons on lessons.id = lesson_work.lesson_id
    where lesson_work.instructor_id = ${instructorId}
      and coalesce(lesson_work.ended_at, lesson_work.started_at) > ${since}
    order by started_at desc, lesson_id desc
    limit ${limit}`.execute(database);
  return rows;
}

/** Returns how many went. */
export async function deleteLessonWorkBefore(database: Database, before: Date): Promise<number> {
  const result = await database.deleteFrom('lesson_work').where('started_at', '<', before).executeTakeFirst();
  return Number(result.numDeletedRows);
}

/** All that is still kept of the instructor's, without work on lessons in the trash, oldest first. */
export const listLessonWorkOf = (database: Database, instructorId: number): Promise<LessonWorkRow[]> =>
  database
    .selectFrom('lesson_work')
    .innerJoin('lessons', 'lessons.id', 'lesson_work.lesson_id')
    .selectAll('lesson_work')
    .where('instructor_id', '=', instructorId)
    .orderBy('started_at')
    .orderBy('job_id')
    .execute();
