import type { z } from 'zod';
import type { Database } from '../database/database.ts';

/** A kind of background work: its name, what its payload looks like and how failure is met. */
export interface JobKind<Payload extends object = object> {
  readonly name: string;
  readonly payload: z.ZodType<Payload>;
  /** Attempts after the first one. */
  readonly retryLimit: number;
  /** A run longer than this is taken for stuck and tried again. */
  readonly expireInSeconds: number;
  /** How many run at once in one worker. */
  readonly concurrency: number;
  /** The instructor whose request waits for the answer; the payload then names them. */
  readonly answersRequest: boolean;
  /** Background work also steps aside while one of these is due or running, as it does for jobs that answer a request. */
  readonly delaysBackgroundWork?: boolean;
  /** 0 unless given. Below 0 is background work that no one asked for: it does not count as a person's waiting jobs. */
  readonly priority?: number;
}

export type JobState = 'waiting' | 'running' | 'completed' | 'failed' | 'unknown';

export interface QueueCounts {
  readonly waiting: number;
  readonly running: number;
  /** Failed for good. */
  readonly dead: number;
}

export interface QueueStanding extends QueueCounts {
  /** The kind of job. */
  readonly name: string;
}

/** Port: background work, enqueued in the transaction that makes it necessary. */
export interface JobQueue {
  /**
   * Enqueues inside `transaction`: the job exists exactly when the transaction commits.
   * With `id` given, a second enqueueing of the same id is no second job. Returns the job's id (a UUID).
   * `priority` replaces that of the kind. The job remembers the request and the person that it is enqueued for (work-context.ts).
   */
  enqueue<Payload extends object>(
    transaction: Database,
    job: JobKind<Payload>,
    payload: Payload,
    options?: { id?: string; priority?: number },
  ): Promise<string>;
  /** Forgets every job whose payload names the instructor, in the transaction. One that runs is not broken off. */
  forgetInstructor(transaction: Database, instructorId: number): Promise<void>;
  findState(jobName: string, id: string): Promise<JobState>;
  countJobs(): Promise<QueueCounts>;
  /** As countJobs, for each kind of job. */
  listQueues(): Promise<QueueStanding[]>;
  /** Whether anyone's job that answers a request, or delays background work, is due or running. */
  isAnyoneWaiting(): Promise<boolean>;
  /** How many jobs that this person's requests enqueued wait for a worker. Background work does not count. */
  countWaitingOf(instructorId: number): Promise<number>;
}
