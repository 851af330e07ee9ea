import type { Readiness } from '../../../contract/health.ts';
import { pingDatabase } from '../../database/database.ts';
import type { Dependencies } from '../../ports.ts';
import { ProblemError } from '../../problem-error.ts';

/** Whoever asks wants an answer, also while the database hangs. */
const PROBE_MILLISECONDS = 3_000;
const RETRY_AFTER_SECONDS = 5;

type Needed = Pick<Dependencies, 'database' | 'jobs'>;

/**
 * Makes what tells whether new requests are welcome. However many ask at once, the database is asked once.
 * The result throws a {@link ProblemError} service_unavailable that says why not.
 */
export function createReadinessCheck(
  dependencies: Needed,
  isDraining: () => boolean,
): () => Promise<Readiness> {
  let asked: Promise<string | undefined> | undefined;
  return async () => {
    if (isDraining()) throw unready('This process is stopping; another one serves.');
    asked ??= findFault(dependencies).finally(() => {
      asked = undefined;
    });
    const fault = await asked;
    if (fault !== undefined) throw unready(fault);
    // It may have been told to stop meanwhile.
    if (isDraining()) throw unready('This process is stopping; another one serves.');
    return { status: 'ready' };
  };
}

const unready = (reason: string): ProblemError =>
  new ProblemError('service_unavailable', reason, { retryAfterSeconds: RETRY_AFTER_SECONDS });

async function findFault(dependencies: Needed): Promise<string | undefined> {
  if (!(await answers(pingDatabase(dependencies.database)))) return 'The database cannot be reached.';
  if (!(await answers(dependencies.jobs.countJobs()))) return 'The job queue cannot be reached.';
  return undefined;
}

async function answers(probe: Promise<unknown>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), PROBE_MILLISECONDS);
  });
  try {
    return await Promise.race([
      probe.then(
        () => true,
        () => false,
      ),
      late,
    ]);
  } finally {
    clearTimeout(timer);
  }
}
