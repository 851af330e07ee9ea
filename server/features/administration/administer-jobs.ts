import { z } from 'zod';
import { message } from '#contract/messages/make-message.ts';
import type { AdministeredJob } from '#contract/administration.ts';
import { inTransaction, type Database } from '#server/platform/database/database.ts';
import type { JobFilter, StoredJob } from '#server/platform/jobs/job-administration.ts';
import type { Administrator } from '#server/actor.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { ProblemError } from '#server/platform/problem-error.ts';
import { findEmails } from '../accounts/administer-accounts.ts';
import { endLessonWork, reopenLessonWork } from '../activity/lesson-work.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { cancelTranscription, isTranscriptionOpen } from '../transcripts/transcriptions.ts';
import { readTranscript, transcribeVideo } from '../transcripts/transcript.jobs.ts';

type Needed = Pick<Dependencies, 'database' | 'jobAdministration'>;

const transcriptionPayload = z.object({ video_id: z.string() });
const TRANSCRIPTION_KINDS: readonly string[] = [transcribeVideo.name, readTranscript.name];

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
      throw new ProblemError('job_has_not_failed');
    }
    if (TRANSCRIPTION_KINDS.includes(job.kind)) await refuseEndedTranscription(transaction, job);
    await reopenLessonWork({ database: transaction }, id);
    await recordAudit(transaction, 'job_retried', {
      by: administrator.userId,
      on: ['job', id],
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
  const reason = message('cancelled_by_administrator');
  await inTransaction(database, async (transaction) => {
    if (!(await jobAdministration.cancel(transaction, job))) {
      throw new ProblemError('job_already_ended');
    }
    await endLessonWork({ database: transaction }, id, reason);
    if (job.kind === transcribeVideo.name) {
      const { video_id: transcriptionId } = transcriptionPayload.parse(job.payload);
      await cancelTranscription({ database: transaction }, transcriptionId, reason);
    }
    await recordAudit(transaction, 'job_cancelled', {
      by: administrator.userId,
      on: ['job', id],
      details: { kind: job.kind },
    });
  });
}

async function refuseEndedTranscription(transaction: Database, { payload }: StoredJob): Promise<void> {
  const { video_id: transcriptionId } = transcriptionPayload.parse(payload);
  if (await isTranscriptionOpen({ database: transaction }, transcriptionId)) return;
  throw new ProblemError('transcription_not_repeatable');
}

async function getJob(jobs: Dependencies['jobAdministration'], id: string): Promise<StoredJob> {
  const job = await jobs.findJob(id);
  if (job === undefined) throw new ProblemError('job_not_found');
  return job;
}
