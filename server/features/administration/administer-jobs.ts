import { z } from 'zod';
import type { AdministeredJob } from '../../../contract/administration.ts';
import { inTransaction, type Database } from '../../database/database.ts';
import type { JobFilter, StoredJob } from '../../jobs/job-administration.ts';
import { deleteJobAnswer } from '../../jobs/job-answer.store.ts';
import type { Administrator, Dependencies } from '../../ports.ts';
import { ProblemError } from '../../problem-error.ts';
import { findEmails } from '../accounts/administer-accounts.ts';
import { endLessonWork, reopenLessonWork } from '../activity/follow-lesson-work.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { cancelTranscription, isTranscriptionOpen } from '../transcripts/cancel-transcription.ts';
import { transcribeVideo } from '../transcripts/transcript.jobs.ts';

type Needed = Pick<Dependencies, 'database' | 'jobAdministration'>;

const transcribePayload = z.object({ video_id: z.string() });

/** Newest first. */
export async function listJobs(
  dependencies: Needed,
  { limit, ...filter }: JobFilter & { limit: number },
): Promise<AdministeredJob[]> {
  const jobs = await dependencies.jobAdministration.listJobs(filter, limit);
  const owners = jobs.flatMap(({ instructor_id: id }) => (id === null ? [] : [id]));
  const emails = await findEmails(dependencies, [...new Set(owners)]);
  return jobs.map((job) => ({ ...job, instructor_email: emails.get(job.instructor_id ?? 0) ?? null }));
}

/**
 * Gives a failed job one more attempt, which its instructor sees as waiting again.
 * @throws {ProblemError} not_found; conflict when it has not failed, or its transcription was given up.
 */
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
    if (job.kind === transcribeVideo.name) await refuseEndedTranscription(transaction, job);
    // Otherwise the failure would stay the answer of the job, whatever the new attempt achieves.
    await deleteJobAnswer(transaction, id);
    await reopenLessonWork({ database: transaction }, id);
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

async function refuseEndedTranscription(transaction: Database, { payload }: StoredJob): Promise<void> {
  const { video_id: videoId } = transcribePayload.parse(payload);
  if (await isTranscriptionOpen({ database: transaction }, videoId)) return;
  throw new ProblemError(
    'conflict',
    'This transcription was given up or deleted. Its instructor can start it again from the lesson.',
  );
}

async function getJob(jobs: Dependencies['jobAdministration'], id: string): Promise<StoredJob> {
  const job = await jobs.findJob(id);
  if (job === undefined) throw new ProblemError('not_found', 'There is no such job.');
  return job;
}
