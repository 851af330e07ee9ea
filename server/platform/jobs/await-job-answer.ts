import type { z } from 'zod';
import type { Dependencies } from '#server/dependencies.ts';
import { ProblemError } from '../problem-error.ts';
import type { JobKind } from './job-queue.ts';

/**
 * Announcements may be missed while a connection is made again, and a failed job announces nothing. Less often as time passes, because
 * hundreds may wait for minutes.
 */
const POLL_MILLISECONDS = { first: 1_000, most: 5_000 };

/**
 * Waits until a job has ended and returns its answer. The job keeps running if no one waits any more.
 * @throws {ProblemError} what the job answered instead; job_failed when it failed for good; not_found when it is gone
 * without an answer, as with the account that it was for.
 */
export async function awaitJobAnswer<Answer>(
  dependencies: Pick<Dependencies, 'clock' | 'events' | 'jobs'>,
  job: JobKind,
  jobId: string,
  answerSchema: z.ZodType<Answer>,
): Promise<Answer> {
  let wake: () => void = () => undefined;
  const stopListening = dependencies.events.subscribe((announcement) => {
    if (announcement.kind === 'job_answered' && announcement.jobId === jobId) wake();
  });
  try {
    for (let poll = POLL_MILLISECONDS.first; ; poll = Math.min(2 * poll, POLL_MILLISECONDS.most)) {
      // Made before the look, so that an answer that comes between look and wait still wakes.
      const woken = new Promise<void>((resolve) => {
        wake = resolve;
      });
      const { state, output } = await dependencies.jobs.findOutcome(job.name, jobId);
      if (output?.problem !== undefined) {
        const { code, coded, detail } = output.problem;
        throw new ProblemError({ problem: code, message: coded, detail });
      }
      if (output !== undefined) return answerSchema.parse(output.answer);
      if (state === 'failed') throw new ProblemError('job_failed');
      if (state !== 'waiting' && state !== 'running') throw new ProblemError('work_deleted');
      const cancelPoll = dependencies.clock.after(poll, wake);
      await woken;
      cancelPoll();
    }
  } finally {
    stopListening();
  }
}
