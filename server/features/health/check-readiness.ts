import type { Readiness } from '#contract/health.ts';
import type { Clock } from '#server/platform/clock.ts';
import { pingDatabase } from '#server/platform/database/database.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { ProblemError } from '#server/platform/problem-error.ts';

/** The check must answer even while the database hangs. */
const PROBE_MILLISECONDS = 3_000;
const RETRY_AFTER_SECONDS = 5;

type Needed = Pick<Dependencies, 'database' | 'jobs' | 'clock'>;

/**
 * Makes the function that checks whether new requests are welcome. Concurrent checks share one query.
 * The result throws a {@link ProblemError} service_unavailable that says why not.
 */
export function createReadinessCheck(
  dependencies: Needed,
  isDraining: () => boolean,
): () => Promise<Readiness> {
  let asked: Promise<Fault | undefined> | undefined;
  return async () => {
    if (isDraining()) throw unready('process_stopping');
    asked ??= findFault(dependencies).finally(() => {
      asked = undefined;
    });
    const fault = await asked;
    if (fault !== undefined) throw unready(fault);
    // The process may be stopping by now.
    if (isDraining()) throw unready('process_stopping');
    return { status: 'ready' };
  };
}

type Fault = 'process_stopping' | 'database_unreachable' | 'job_queue_unreachable';

const unready = (fault: Fault): ProblemError =>
  new ProblemError(fault, { retryAfterSeconds: RETRY_AFTER_SECONDS });

async function findFault({ database, jobs, clock }: Needed): Promise<Fault | undefined> {
  if (!(await answers(pingDatabase(database), clock))) return 'database_unreachable';
  if (!(await answers(jobs.countJobs(), clock))) return 'job_queue_unreachable';
  return undefined;
}

async function answers(probe: Promise<unknown>, clock: Clock): Promise<boolean> {
  const late = Promise.withResolvers<boolean>();
  const stopWaiting = clock.after(PROBE_MILLISECONDS, () => late.resolve(false));
  try {
    return await Promise.race([
      probe.then(
        () => true,
        () => false,
      ),
      late.promise,
    ]);
  } finally {
    stopWaiting();
  }
}
