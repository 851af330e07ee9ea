import type { z } from 'zod';
import type { Dependencies } from '../dependencies.ts';
import { ProblemError } from '../problem-error.ts';
import { findJobAnswer } from './job-answer.store.ts';
import type { JobKind } from './job-queue.ts';

/** Announcements may be missed while a connection is made again; then this is how long an answer lies. */
const POLL_MILLISECONDS = 1_000;
/** Asking the queue costs more than looking for the answer, and only a dead job needs it. */
const POLLS_BETWEEN_STATE_CHECKS = 5;

/**
 * Waits until a job has answered and returns its answer. The job keeps running if no one waits any more.
 * @throws {ProblemError} what the job answered instead; job_failed when it failed for good; not_found when it is gone
 * without an answer, as with the account that it was for.
 */
export async function awaitJobAnswer<Answer>(
  dependencies: Pick<Dependencies, 'clock' | 'database' | 'events' | 'jobs'>,
  job: JobKind,
  jobId: string,
  answerSchema: z.ZodType<Answer>,
): Promise<Answer> {
  let wake: () => void = () => undefined;
  const stopListening = dependencies.events.subscribe((announcement) => {
    if (announcement.kind === 'job_answered' && announcement.jobId === jobId) wake();
  });
  try {
    for (let polls = 1; ; polls += 1) {
      // Made before the look, so that an answer that comes between look and wait still wakes.
      const woken = new Promise<void>((resolve) => {
        wake = resolve;
      });
      const answer = await findJobAnswer(dependencies.database, jobId);
      if (answer !== undefined) {
        if (answer.problem_code === null) return answerSchema.parse(answer.answer);
        throw new ProblemError({
          problem: answer.problem_code,
          message: answer.problem_coded,
          detail: answer.problem_detail ?? '',
        });
      }
      if (polls % POLLS_BETWEEN_STATE_CHECKS === 0) await refuseDeadJob(dependencies, job, jobId);
      const cancelPoll = dependencies.clock.after(POLL_MILLISECONDS, wake);
      await woken;
      cancelPoll();
    }
  } finally {
    stopListening();
  }
}

async function refuseDeadJob(
  dependencies: Pick<Dependencies, 'database' | 'jobs'>,
  job: JobKind,
  jobId: string,
): Promise<void> {
  const state = await dependencies.jobs.findState(job.name, jobId);
  if (state === 'failed') {
    throw new ProblemError('job_failed');
  }
  if (state === 'waiting' || state === 'running') return;
  // It may have answered since the last look.
  if ((await findJobAnswer(dependencies.database, jobId)) !== undefined) return;
  throw new ProblemError('work_deleted');
}
