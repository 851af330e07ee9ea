import type { JobWithMetadata, PgBoss } from 'pg-boss';
import { z } from 'zod';
import type { WorkerDependencies } from '../ports.ts';
import { ProblemError } from '../problem-error.ts';
import { insertJobAnswer } from './job-answer.store.ts';
import type { JobContext, JobDefinition } from './job-definition.ts';

const waitingInstructor = z.object({ instructor_id: z.int() });

/** Starts taking jobs. Each run is logged with its id, duration and outcome. */
export async function runJobs(
  boss: PgBoss,
  dependencies: WorkerDependencies,
  definitions: readonly JobDefinition[],
): Promise<void> {
  for (const definition of definitions) {
    await boss.work(
      definition.name,
      {
        includeMetadata: true,
        localConcurrency: definition.concurrency,
        batchSize: 1,
        pollingIntervalSeconds: 1,
        notifyPollingIntervalSeconds: 2,
      },
      async (jobs: JobWithMetadata[]) => {
        for (const job of jobs) {
          await runJob(dependencies, definition, job.data, {
            jobId: job.id,
            signal: job.signal,
            isLastAttempt: job.retryCount >= job.retryLimit,
          });
        }
      },
    );
  }
}

/** Runs one job and stores its answer when a request waits for it. */
export async function runJob(
  dependencies: WorkerDependencies,
  definition: JobDefinition,
  payload: object,
  context: JobContext,
): Promise<void> {
  const started = performance.now();
  const describe = () => ({
    job: definition.name,
    jobId: context.jobId,
    milliseconds: Math.round(performance.now() - started),
  });
  const answer = async (outcome: { answer: unknown; problem?: ProblemError }) => {
    if (!definition.answersRequest) return;
    const { instructor_id: instructorId } = waitingInstructor.parse(payload);
    const { problem } = outcome;
    await insertJobAnswer(dependencies.database, {
      jobId: context.jobId,
      instructorId,
      answer: outcome.answer,
      ...(problem === undefined ? {} : { problem: { code: problem.code, detail: problem.message } }),
    });
  };
  try {
    const handler = await definition.load();
    await answer({ answer: await handler(dependencies, payload, context) });
    dependencies.log.info(describe(), 'A job is done.');
  } catch (error) {
    if (error instanceof ProblemError) {
      await answer({ answer: null, problem: error });
      dependencies.log.info(
        { ...describe(), problem: error.code, detail: error.message },
        'A job was refused.',
      );
      return;
    }
    dependencies.log.error(
      { ...describe(), err: error, lastAttempt: context.isLastAttempt },
      'A job failed.',
    );
    if (context.isLastAttempt) {
      const detail =
        'This failed several times and was given up. Nothing you saved is lost; try again later.';
      await answer({ answer: null, problem: new ProblemError('job_failed', detail) });
    }
    throw error;
  }
}
