import { readFile, rm } from 'node:fs/promises';
import type { StartupLog } from '#server/supervision/startup-log.ts';
import { hasCode } from './binaries.ts';
import { checkConnection } from './check-connection.ts';
import type { ClusterPaths } from './cluster-paths.ts';
import { type Credentials, connectionString } from './credentials.ts';
import { findPostmasterFile } from './postmaster-file.ts';
import { isServerProcess, listServerProcesses } from './server-processes.ts';
import { endOrphans, stopServer } from './stop-server.ts';
import { waitUntil } from './wait-until.ts';

export interface LeftoverServer {
  readonly processId: number;
  readonly port: number;
}

/**
 * Deals with what an earlier Lectern left behind on this cluster when it was killed. The caller holds the
 * lock of the data directory, so nobody else is starting or using a server here.
 * - A healthy server with the settings wanted is returned, to be adopted.
 * - Any other server of this cluster is stopped, and processes without a postmaster are ended.
 * - With no process left, a postmaster.pid is stale (its id a zombie's, or another program's by now) and
 *   is removed, because PostgreSQL itself would take the id for a running server.
 */
export async function adoptOrClearLeftovers(options: {
  paths: ClusterPaths;
  credentials: Credentials;
  /** The program and arguments a new server would get; undefined never adopts. */
  wantedCommand: (port: number) => readonly string[];
  log: StartupLog;
  signal?: AbortSignal | undefined;
}): Promise<LeftoverServer | undefined> {
  const { paths, credentials, log, signal } = options;
  const { clusterName } = credentials;
  const remaining = await listServerProcesses(clusterName);
  const postmaster = await findPostmasterFile(paths.postmasterFile);
  if (postmaster && remaining.includes(postmaster.processId)) {
    const { processId } = postmaster;
    const adoptable = await findHealthyServer(options, processId, signal);
    if (adoptable) return adoptable;
    log.warn(`Stopping the database that an earlier Lectern left running (process ${processId})`);
    await stopServer({ processId, clusterName, log });
  } else if (remaining.length > 0) {
    log.warn(`Ending database processes that were left behind: ${remaining.join(', ')}`);
    await endOrphans(clusterName, log);
  }
  await rm(paths.postmasterFile, { force: true });
  return undefined;
}

async function findHealthyServer(
  options: {
    paths: ClusterPaths;
    credentials: Credentials;
    wantedCommand: (port: number) => readonly string[];
  },
  processId: number,
  signal: AbortSignal | undefined,
): Promise<LeftoverServer | undefined> {
  const { paths, credentials } = options;
  // It may be replaying its log, or be shutting down: wait for either to end.
  const settled = await waitUntil(
    async () => {
      const file = await findPostmasterFile(paths.postmasterFile);
      if (!file || file.processId !== processId || file.status === 'stopping') return 'not usable';
      if (!(await isServerProcess(processId, credentials.clusterName))) return 'not usable';
      return file.status === 'ready' && file.port !== undefined ? { processId, port: file.port } : undefined;
    },
    { timeoutMs: 60_000, intervalMs: 20, signal },
  );
  if (settled === undefined || settled === 'not usable') return undefined;
  if (!(await runsCommand(paths.postmasterOptions, options.wantedCommand(settled.port)))) return undefined;
  try {
    const address = { role: 'lectern', password: credentials.applicationPassword, database: 'lectern' };
    await checkConnection(connectionString({ ...address, port: settled.port }), 3000);
    return settled;
  } catch {
    // Whatever the reason, a server that cannot be used is not adopted but restarted.
    return undefined;
  }
}

/** PostgreSQL records its own command line: `path "argument" "argument"`. */
async function runsCommand(optionsFile: string, wanted: readonly string[]): Promise<boolean> {
  try {
    const [program, ...programArguments] = wanted;
    const expected = [program, ...programArguments.map((argument) => `"${argument}"`)].join(' ');
    return (await readFile(optionsFile, 'utf8')).trim() === expected;
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return false;
    throw error;
  }
}
