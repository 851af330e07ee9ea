import { rm } from 'node:fs/promises';
import type { StartupLog } from '#server/platform/supervision/startup-log.ts';
import type { ClusterPaths } from './cluster-paths.ts';
import { findPostmasterFile } from './postmaster-file.ts';
import { listServerProcesses } from './server-processes.ts';
import { endOrphans, stopServer } from './stop-server.ts';

/**
 * Stops what a killed Lectern left running on this cluster: a server, or processes without a postmaster. The caller holds the lock
 * of the data directory, so no other process starts or uses a server here. Removes a stale postmaster.pid, whose id may be a
 * zombie's or another program's by now, because PostgreSQL would take it for a running server.
 */
export async function stopLeftovers({
  paths,
  clusterName,
  log,
}: {
  paths: ClusterPaths;
  clusterName: string;
  log: StartupLog;
}): Promise<void> {
  const remaining = await listServerProcesses(clusterName);
  const postmaster = await findPostmasterFile(paths.postmasterFile);
  if (postmaster && remaining.includes(postmaster.processId)) {
    const { processId } = postmaster;
    log.warn(`Stopping the database that an earlier Lectern left running (process ${processId})`);
    await stopServer({ processId, clusterName, log });
  } else if (remaining.length > 0) {
    log.warn(`Ending database processes that were left behind: ${remaining.join(', ')}`);
    await endOrphans(clusterName, log);
  }
  await rm(paths.postmasterFile, { force: true });
}
