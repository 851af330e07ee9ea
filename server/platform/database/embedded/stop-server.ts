import type { StartupLog } from '#server/platform/supervision/startup-log.ts';
import { EmbeddedPostgresError } from './embedded-postgres-error.ts';
import { isServerProcess, listServerProcesses, signalProcess } from './server-processes.ts';
import { waitUntil } from './wait-until.ts';

const pollMs = 20;

/**
 * Stops a postmaster: fast shutdown (SIGINT: transactions end, a checkpoint is written), after
 * `fastTimeoutMs` immediate shutdown (SIGQUIT: the log is replayed at the next start), and only when that
 * does nothing either, SIGKILL. Returns when no process of the cluster is left.
 */
export async function stopServer(options: {
  processId: number;
  clusterName: string;
  log: StartupLog;
  fastTimeoutMs?: number;
}): Promise<void> {
  const { processId, clusterName, log } = options;
  const isGone = async (): Promise<boolean> => !(await isServerProcess(processId, clusterName));
  if (!(await isGone())) {
    signalProcess(processId, 'SIGINT');
    const fastTimeoutMs = options.fastTimeoutMs ?? 10_000;
    if ((await waitUntil(isGone, { timeoutMs: fastTimeoutMs, intervalMs: pollMs })) === undefined) {
      log.warn(`The database did not stop within ${fastTimeoutMs / 1000} s; asking it to stop at once`);
      signalProcess(processId, 'SIGQUIT');
      // PostgreSQL itself kills what does not obey within 5 s.
      await waitUntil(isGone, { timeoutMs: 7000, intervalMs: pollMs });
    }
  }
  await endOrphans(clusterName, log);
}

/**
 * Ends what a postmaster that was killed leaves behind. Its backends would notice by themselves, but only
 * when they next wait, and until then they hold the shared memory that a new postmaster must not share.
 * Nothing acknowledged is lost: that is in the write-ahead log already.
 */
export async function endOrphans(clusterName: string, log: StartupLog): Promise<void> {
  const isEmpty = async (): Promise<boolean> => (await listServerProcesses(clusterName)).length === 0;
  for (const signal of ['SIGQUIT', 'SIGKILL'] as const) {
    const remaining = await listServerProcesses(clusterName);
    if (remaining.length === 0) return;
    if (signal === 'SIGKILL') log.warn(`Killing database processes that do not end: ${remaining.join(', ')}`);
    for (const processId of remaining) signalProcess(processId, signal);
    if (await waitUntil(isEmpty, { timeoutMs: 5000, intervalMs: pollMs })) return;
  }
  throw new EmbeddedPostgresError(
    `Processes of an earlier database do not end: ${(await listServerProcesses(clusterName)).join(', ')}. ` +
      'End them, or restart the machine, then start Lectern again.',
  );
}
