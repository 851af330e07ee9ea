import type { z } from 'zod';
import type { Message } from '#contract/messages/message.ts';
import type { ProblemCode } from '#contract/problem-codes.ts';
import type { Database } from '../database/database.ts';

/** A kind of background work: its name, the schema of its payload, and how failures are handled. */
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
  /** 0 unless given; lower ones run later. Within a priority, accounts take turns. */
  readonly priority?: number;
  /**
   * Its payload or its answer is personal: the job is deleted as soon as it is done, or within little more than an hour if it has
   * failed or answers a request. Others are kept for a week.
   */
  readonly isForgottenWhenDone?: boolean;
  /** Work that a person asks for: how many such jobs may wait for each account is limited. */
  readonly isLimited?: boolean;
}

export type JobState = 'waiting' | 'running' | 'completed' | 'failed' | 'unknown';

/** What a job leaves for the request that waits for it: its answer, or the problem it met. */
export type JobOutput =
  | { readonly answer: unknown; readonly problem?: undefined }
  | {
      readonly problem: {
        readonly code: ProblemCode;
        readonly detail: string;
        readonly coded: Message | null;
      };
    };

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
   * With `id` given, a second enqueueing of the same id is not a second job. Returns the job's id (a UUID).
   * `priority` replaces that of the kind. The account's turn decides among jobs of one priority. The job remembers the request and the person that it is enqueued for (work-context.ts).
   * @throws {ProblemError} too_many_requests when the kind is limited and too many jobs of the account wait.
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
  /** With `output` once a job that answers a request is completed. */
  findOutcome(jobName: string, id: string): Promise<{ state: JobState; output: JobOutput | undefined }>;
  countJobs(): Promise<QueueCounts>;
  /** As countJobs, for each kind of job. */
  listQueues(): Promise<QueueStanding[]>;
  /** Whether anyone's job that answers a request, or delays background work, is due or running. */
  isAnyoneWaiting(): Promise<boolean>;
  /** The payloads of all jobs of a kind that wait or run. */
  listUnfinished(jobName: string): Promise<object[]>;
  /** How many limited jobs of this account wait for a worker. */
  countWaitingOf(instructorId: number): Promise<number>;
  /** @throws {ProblemError} too_many_requests when no limited job of this account could be enqueued now. */
  refuseTooMany(instructorId: number): Promise<void>;
}
