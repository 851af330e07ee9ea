import type { AdministeredJob } from '#contract/administration.ts';
import type { Database } from '../database/database.ts';

/** Everything about a job that the queue knows. */
export type ListedJob = Omit<AdministeredJob, 'instructor_email'>;

export type StoredJob = ListedJob & {
  /** What the job was enqueued with. Not for people. */
  readonly payload: unknown;
};

export interface JobFilter {
  readonly state?: AdministeredJob['state'] | undefined;
  /** Of this account. */
  readonly accountId?: number | undefined;
  /** Older than this job. */
  readonly beforeId?: string | undefined;
}

/** Port: what administrators see of the job queue and do with it. */
export interface JobAdministration {
  /** Newest first. */
  listJobs(filter: JobFilter, limit: number): Promise<ListedJob[]>;
  findJob(id: string): Promise<StoredJob | undefined>;
  /** Gives a failed job one more attempt, in the transaction. False when it has not failed. */
  retry(transaction: Database, job: Pick<AdministeredJob, 'id' | 'kind'>): Promise<boolean>;
  /** Cancels a waiting or running job, in the transaction. A worker that runs it stops within seconds. False when it has ended. */
  cancel(transaction: Database, job: Pick<AdministeredJob, 'id' | 'kind'>): Promise<boolean>;
  /** Jobs that wait and run, by the instructor who caused them. */
  countByInstructor(
    instructorIds: readonly number[],
  ): Promise<Map<number, { readonly waiting: number; readonly running: number }>>;
}
