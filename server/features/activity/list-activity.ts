import { ACTIVITY_HOURS, ACTIVITY_LIMIT, type Activity } from '../../../contract/activity.ts';
import type { Actor, Dependencies } from '../../ports.ts';
import { listActivityRows, type ActivityRow } from './lesson-work.store.ts';

/** The queue is asked about work that has lasted longer than this: its job may have died without a word. */
const DOUBTFUL_MINUTES = 15;

const DIED = 'This broke off and was given up. Nothing you saved is lost; try again.';

/** What is being worked on for the actor, and what ended within a day; newest first, at most 50. */
export async function listActivity(
  dependencies: Pick<Dependencies, 'database' | 'jobs'>,
  actor: Actor,
  now = new Date(),
): Promise<Activity[]> {
  const rows = await listActivityRows(dependencies.database, actor.instructorId, {
    since: new Date(now.getTime() - ACTIVITY_HOURS * 3_600_000),
    limit: ACTIVITY_LIMIT,
  });
  return Promise.all(
    rows.map(async (row) => present((await isDead(dependencies, row, now)) ? asDead(row, now) : row)),
  );
}

/** A worker killed in its last attempt cannot say that the job failed; the queue knows. */
async function isDead(
  dependencies: Pick<Dependencies, 'jobs'>,
  { job_id: jobId, job_name: jobName, started_at: startedAt, ended_at: endedAt }: ActivityRow,
  now: Date,
): Promise<boolean> {
  if (jobId === null || jobName === null || endedAt !== null) return false;
  if (now.getTime() - startedAt.getTime() < DOUBTFUL_MINUTES * 60_000) return false;
  const state = await dependencies.jobs.findState(jobName, jobId);
  return state === 'failed' || state === 'unknown';
}

const asDead = (row: ActivityRow, now: Date): ActivityRow => ({
  ...row,
  status: 'failed',
  message: DIED,
  ended_at: now,
});

const present = (row: ActivityRow): Activity => ({
  lesson_id: row.lesson_id,
  course_id: row.course_id,
  lesson_title: row.lesson_title,
  work: row.work,
  status: row.status,
  progress: row.progress,
  message: row.message,
  started_at: row.started_at.toISOString(),
  ended_at: row.ended_at?.toISOString() ?? null,
});
