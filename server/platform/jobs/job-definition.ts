import type { Message } from '#contract/messages/message.ts';
import type { WorkerDependencies } from '#server/worker-dependencies.ts';
import type { JobKind } from './job-queue.ts';

export interface JobContext {
  readonly jobId: string;
  /** Aborted when the worker stops or the job has been given to another worker. */
  readonly signal: AbortSignal;
  /** False while a failure will be tried again. */
  readonly isLastAttempt: boolean;
}

/**
 * What a worker does for a job. It may run more than once for one job, so it must be idempotent.
 * What it returns is the answer for a waiting request. A ProblemError ends the job for good;
 * any other error is tried again with back-off.
 */
export type JobHandler<Payload> = (
  dependencies: WorkerDependencies,
  payload: Payload,
  context: JobContext,
) => Promise<unknown>;

/** A kind of job with its handler, loaded when the first one runs: the api process never loads it. */
export interface JobDefinition<Payload extends object = object> extends JobKind<Payload> {
  readonly load: () => Promise<JobHandler<Payload>>;
}

/** Forgets the payload's type, for lists of jobs; the payload is parsed by its schema before a run. */
export const anyJob = <Payload extends object>(job: JobDefinition<Payload>): JobDefinition => ({
  ...job,
  load: async () => {
    const handler = await job.load();
    return (dependencies, payload, context) => handler(dependencies, job.payload.parse(payload), context);
  },
});

/** Called when a job for which a request waits begins and ends. */
export interface FollowWork {
  began(dependencies: WorkerDependencies, jobId: string): Promise<void>;
  /** @param failure undefined when the job succeeded, null when no message is known. */
  ended(dependencies: WorkerDependencies, jobId: string, failure: Message | null | undefined): Promise<void>;
}
