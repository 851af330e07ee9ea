import type { JobWithMetadata, PgBoss } from 'pg-boss';
import { isOwnerGone } from '../database/database.ts';
import { announce } from '../events/event-bus.ts';
import type { WorkerDependencies } from '#server/worker-dependencies.ts';
import { ProblemError } from '../problem-error.ts';
import type { JobOutcome } from '../metrics/metrics.ts';
import { runInContext } from '../work-context.ts';
import type { JobClaims } from './job-claims.ts';
import type { FollowWork, JobContext, JobDefinition } from './job-definition.ts';
import { contextOfJob } from './job-origin.ts';
import type { JobOutput } from './job-queue.ts';

export interface RunningJobs {
  /** Takes no more jobs, gives back those under way and aborts their signals. Returns before they have ended. */
  stop(): Promise<void>;
}

/**
 * Starts taking jobs. Each run is logged with its id, duration and outcome.
 * @param claims without them, jobs of a worker that died or stopped wait for the heartbeat, which counts as an attempt.
 */
export async function runJobs(
  boss: PgBoss,
  dependencies: WorkerDependencies,
  { definitions, followWork }: { definitions: readonly JobDefinition[]; followWork: FollowWork },
  claims?: JobClaims,
): Promise<RunningJobs> {
  const stopping = new AbortController();
  for (const definition of definitions) {
    await boss.work(
      definition.name,
      {
        includeMetadata: true,
        localConcurrency: definition.concurrency,
        batchSize: 1,
        // A process and a machine may be free while one account's jobs wait: another account is served at once.
        groupConcurrency: dependencies.config.operations.limits.runningJobsPerInstructor,
        pollingIntervalSeconds: 1,
        notifyPollingIntervalSeconds: 2,
      },
      async (jobs: JobWithMetadata[]) => {
        for (const job of jobs) {
          await claims?.hold(job.id);
          try {
            // Taken while stopping.
            if (stopping.signal.aborted) await claims?.giveBack();
            else {
              const context = contextOf(job, stopping.signal);
              const output = await runJob(dependencies, definition, job.data, context, followWork);
              if (output !== undefined) {
                // Before pg-boss does it: the waiting request looks for the answer when it is announced.
                await boss.complete(definition.name, job, output);
                await announce(dependencies.database, { kind: 'job_answered', jobId: job.id });
              } else if (definition.isForgottenWhenDone) await boss.deleteJob(definition.name, job.id);
            }
          } finally {
            await claims?.release(job.id);
          }
        }
      },
    );
  }
  return {
    stop: async () => {
      await claims?.giveBack();
      stopping.abort(new Error('The worker stops; the job was given back.'));
    },
  };
}

function contextOf(job: JobWithMetadata, stopping: AbortSignal): JobContext {
  return {
    jobId: job.id,
    signal: AbortSignal.any([job.signal, stopping]),
    // Asked when an attempt has failed: one that was given back is not the last.
    get isLastAttempt() {
      return !stopping.aborted && job.retryCount >= job.retryLimit;
    },
  };
}

/** Runs one job. Returns its output if it answers a request. All lines that it logs carry its ids. */
export const runJob = (
  dependencies: WorkerDependencies,
  definition: JobDefinition,
  payload: object,
  context: JobContext,
  followWork: FollowWork,
): Promise<JobOutput | undefined> =>
  runInContext(contextOfJob(definition.name, context.jobId, payload), () =>
    runAndAnswer(dependencies, definition, payload, context, followWork),
  );

async function runAndAnswer(
  dependencies: WorkerDependencies,
  definition: JobDefinition,
  payload: object,
  context: JobContext,
  followWork: FollowWork,
): Promise<JobOutput | undefined> {
  const started = dependencies.clock.monotonic();
  /** Counts the run, and returns what its last line says. */
  const end = (outcome: JobOutcome) => {
    const milliseconds = dependencies.clock.monotonic() - started;
    dependencies.metrics.jobEnded({ queue: definition.name, outcome, seconds: milliseconds / 1000 });
    return {
      job: definition.name,
      job_id: context.jobId,
      outcome,
      milliseconds: Math.round(milliseconds),
    };
  };
  const endWork = async (problem?: ProblemError): Promise<void> => {
    if (definition.answersRequest) await followWork.ended(dependencies, context.jobId, problem?.coded);
  };
  try {
    const handler = await definition.load();
    if (definition.answersRequest) await followWork.began(dependencies, context.jobId);
    const answer = await handler(dependencies, payload, context);
    await endWork();
    dependencies.log.info(end('done'), 'A job is done.');
    return definition.answersRequest ? { answer } : undefined;
  } catch (error) {
    if (context.signal.aborted) {
      dependencies.log.info(
        { ...end('broken_off'), reason: String(error) },
        'A job was broken off; it is done again.',
      );
      throw error;
    }
    if (isOwnerGone(error)) {
      dependencies.log.info(end('refused'), 'The account that a job was for is gone.');
      return undefined;
    }
    if (error instanceof ProblemError) {
      const problem = error as ProblemError;
      await endWork(problem);
      dependencies.log.info(
        { ...end('refused'), problem: problem.code, detail: problem.message },
        'A job was refused.',
      );
      const { code, message: detail, coded } = problem;
      return definition.answersRequest ? { problem: { code, detail, coded } } : undefined;
    }
    dependencies.log.error(
      { ...end(context.isLastAttempt ? 'dead' : 'failed'), err: error },
      'A job failed.',
    );
    if (context.isLastAttempt) await endWork(new ProblemError('job_failed'));
    throw error;
  }
}
