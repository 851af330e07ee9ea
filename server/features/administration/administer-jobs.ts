import { z } from 'zod';
import type { AdministeredJob } from '../../../contract/administration.ts';
import { inTransaction } from '../../database/database.ts';
import type { StoredJob } from '../../jobs/job-administration.ts';
import type { Administrator, Dependencies } from '../../ports.ts';
import { ProblemError } from '../../problem-error.ts';
import { endLessonWork } from '../activity/follow-lesson-work.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { cancelTranscription } from '../transcripts/cancel-transcription.ts';
import { transcribeVideo } from '../transcripts/transcript.jobs.ts';

type Needed = Pick<Dependencies, 'database' | 'jobAdministration'>;

const transcribePayload = z.object({ video_id: z.string() });

/** Newest first. */
export const listJobs = (
  { jobAdministration }: Needed,
  { state, limit }: { state?: AdministeredJob['state'] | undefined; limit: number },
): Promise<AdministeredJob[]> => jobAdministration.listJobs({ state }, limit);

/** Gives a failed job one more attempt. @throws {ProblemError} not_found; conflict when it has not failed. */
export async function retryJob(
  { database, jobAdministration }: Needed,
  administrator: Administrator,
  id: string,
): Promise<void> {
  const job = await getJob(jobAdministration, id);
  await inTransaction(database, async (transaction) => {
    if (!(await jobAdministration.retry(transaction, job))) {
      throw new ProblemError('conflict', 'Only a job that has failed can be retried.');
    }
    await recordAudit(transaction, {
      action: 'job_retried',
      actorId: administrator.userId,
      subject: { kind: 'job', id },
      details: { kind: job.kind },
    });
  });
}

/**
 * Cancels a job that waits or runs, and says so wherever its instructor sees it. A worker that runs it stops within seconds.
 * @throws {ProblemError} not_found; conflict when it has ended.
 */
export async function cancelJob(
  { database, jobAdministration }: Needed,
  administrator: Administrator,
  id: string,
): Promise<void> {
  const job = await getJob(jobAdministration, id);
  const problem = new ProblemError(
    'job_failed',
    'An administrator cancelled this. Nothing was lost; try again.',
  );
  await inTransaction(database, async (transaction) => {
    if (!(await jobAdministration.cancel(transaction, job))) {
      throw new ProblemError('conflict', 'The job has ended already.');
    }
    await endLessonWork({ database: transaction }, id, problem);
    if (job.kind === transcribeVideo.name) {
      const { video_id: videoId } = transcribePayload.parse(job.payload);
      await cancelTranscription({ database: transaction }, videoId, problem.message);
    }
    await recordAudit(transaction, {
      action: 'job_cancelled',
      actorId: administrator.userId,
      subject: { kind: 'job', id },
      details: { kind: job.kind },
    });
  });
}

async function getJob(jobs: Dependencies['jobAdministration'], id: string): Promise<StoredJob> {
  const job = await jobs.findJob(id);
  if (job === undefined) throw new ProblemError('not_found', 'There is no such job.');
  return job;
}
