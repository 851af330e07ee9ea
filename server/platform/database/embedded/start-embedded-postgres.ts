import { type ChildProcess, spawn } from 'node:child_process';
import { mkdir, open, readFile, rename, stat, rm } from 'node:fs/promises';
import type { StartupLog } from '#server/platform/supervision/startup-log.ts';
import {
  type PostgresBinaries,
  cannotExecute,
  getPostgresBinaries,
  hasCode,
  useDatabaseUrlInstead,
} from './binaries.ts';
import { type ClusterPaths, clusterPaths } from './cluster-paths.ts';
import { type Credentials, connectionString, getCredentials } from './credentials.ts';
import { EmbeddedPostgresError } from './embedded-postgres-error.ts';
import { choosePort } from './free-port.ts';
import { findClusterOwner, getAccountOfCluster, initialiseCluster } from './initialise-cluster.ts';
import { findPostmasterFile } from './postmaster-file.ts';
import { type RunningServer, watchChild } from './running-server.ts';
import { type Launch, commandLine, getLaunch, serverEnvironment } from './server-account.ts';
import { serverArguments } from './server-settings.ts';
import { waitUntil } from './wait-until.ts';
import { createPostgresClient } from '../postgres-client.ts';
import { listServerProcesses } from './server-processes.ts';
import { endOrphans, stopServer } from './stop-server.ts';

/**
 * Stops what a killed Lectern left running on this cluster: a server, or processes without a postmaster. The caller holds the lock
 * of the data directory, so no other process starts or uses a server here. Removes a stale postmaster.pid, whose id may be a
 * zombie's or another program's by now, because PostgreSQL would take it for a running server.
 */
async function stopLeftovers({
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

/**
 * Connects, asks for a trivial answer and disconnects. SCRAM proves both sides: a stranger on the port
 * does not pass. Rejects with node-postgres's error when any of it fails or takes longer than `timeoutMs`.
 */
async function checkConnection(connectionString: string, timeoutMs: number): Promise<void> {
  const client = createPostgresClient(connectionString, {
    applicationName: 'lectern start',
    connectionMilliseconds: timeoutMs,
    queryMilliseconds: timeoutMs,
  });
  try {
    await client.connect();
    await client.query('SELECT 1');
  } finally {
    await client.end();
  }
}

/** How long a start may take; after a crash it includes replaying the write-ahead log. */
const startTimeoutMs = 60_000;
const maximumLogBytes = 10 * 1024 * 1024;

export interface EmbeddedPostgresOptions {
  /** Lectern's DATA_DIR; the database lies in its folder `postgres`. The caller holds its lock. */
  readonly dataDirectory: string;
  readonly log: StartupLog;
  /** Aborting it gives up the start and leaves nothing running. */
  readonly signal?: AbortSignal | undefined;
  /** Replaces single server settings; tests turn off durability with it. */
  readonly settings?: Readonly<Record<string, string>> | undefined;
  /** Start on this port or not at all; without it, on the remembered port or another free one. */
  readonly requiredPort?: number | undefined;
}

export interface EmbeddedPostgres extends RunningServer {
  /** The database `lectern`, as the role that owns it and nothing else. Holds the password. */
  readonly connectionString: string;
  /** The database `postgres`, as superuser: for tests and for maintenance. Holds the password. */
  readonly administratorConnectionString: string;
  /** Where it listens on 127.0.0.1. */
  readonly port: number;
}

/**
 * Starts the embedded PostgreSQL of a data directory and returns when it answers. Creates the cluster if there is none, and stops
 * what a killed Lectern left running.
 * Throws an EmbeddedPostgresError whose message says what to do.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const paths = clusterPaths(options.dataDirectory);
  try {
    return await start(options, paths);
  } catch (error) {
    // A container may take from root the rights that make it root.
    if (!hasCode(error, 'EACCES') && !hasCode(error, 'EPERM')) throw error;
    throw new EmbeddedPostgresError(
      `This user may not do what the embedded PostgreSQL needs in ${paths.home}: ${String(error)}. ` +
        'Start Lectern as the user who owns the data directory (in a container without capabilities: not ' +
        `as root). ${useDatabaseUrlInstead}`,
      { cause: error },
    );
  }
}

async function start(options: EmbeddedPostgresOptions, paths: ClusterPaths): Promise<EmbeddedPostgres> {
  const { log, signal } = options;
  const binaries = await getPostgresBinaries();
  // Passable for PostgreSQL's own account, readable by no one.
  await mkdir(paths.home, { recursive: true, mode: 0o711 });
  let owner = await findClusterOwner(paths);
  if (!owner) {
    await initialiseCluster({ paths, binaries, log, signal });
    owner = await findClusterOwner(paths);
  }
  if (!owner) throw new Error(`${paths.cluster} vanished`);
  const account = await getAccountOfCluster(paths, owner, binaries);
  const credentials = await getCredentials(paths.credentials);
  const { clusterName } = credentials;
  await stopLeftovers({ paths, clusterName, log });
  const argumentsFor = (port: number): string[] =>
    serverArguments({ clusterDirectory: paths.cluster, clusterName, port, overrides: options.settings });
  const launch = await getLaunch(account, [binaries.postgres, paths.home]);
  for (let attempt = 1; ; attempt += 1) {
    const port = options.requiredPort ?? (await choosePort(paths.port));
    const child = await spawnServer(launch, binaries, argumentsFor(port), paths);
    const server = watchChild(child, clusterName, log);
    try {
      await untilReady({ server, child, paths, credentials, port, signal });
      return describe(server, credentials, port);
    } catch (error) {
      await server.stop();
      // Another program took the port between the choice and the start: choose again.
      if (attempt < 3 && options.requiredPort === undefined && error instanceof PortTakenError) continue;
      throw error;
    }
  }
}

class PortTakenError extends EmbeddedPostgresError {}

function describe(server: RunningServer, credentials: Credentials, port: number): EmbeddedPostgres {
  const { applicationPassword, administratorPassword } = credentials;
  return {
    ...server,
    port,
    connectionString: connectionString({
      role: 'lectern',
      password: applicationPassword,
      port,
      database: 'lectern',
    }),
    administratorConnectionString: connectionString({
      role: 'postgres',
      password: administratorPassword,
      port,
      database: 'postgres',
    }),
  };
}

async function spawnServer(
  launch: Launch,
  binaries: PostgresBinaries,
  programArguments: readonly string[],
  paths: ClusterPaths,
): Promise<ChildProcess> {
  const [command, commandArguments] = commandLine(launch, binaries.postgres, programArguments);
  await rotateLog(paths.log);
  // A file, not a pipe: the server outlives a killed Lectern and must be able to continue writing.
  const logFile = await open(paths.log, 'a', 0o600);
  try {
    const child = spawn(command, commandArguments, {
      ...launch.options,
      env: serverEnvironment,
      cwd: '/',
      // Its own session: a Ctrl-C at the terminal must not stop the database before its users.
      detached: true,
      stdio: ['ignore', logFile.fd, logFile.fd],
    });
    await new Promise<void>((resolve, reject) => {
      child.once('spawn', resolve);
      child.once('error', (error) =>
        reject(hasCode(error, 'ENOENT') ? cannotExecute(command, error) : error),
      );
    });
    return child;
  } finally {
    await logFile.close();
  }
}

async function untilReady(options: {
  server: RunningServer;
  child: ChildProcess;
  paths: ClusterPaths;
  credentials: Credentials;
  port: number;
  signal: AbortSignal | undefined;
}): Promise<void> {
  const { child, paths, credentials, port, signal } = options;
  const outcome = await waitUntil(
    async () => {
      if (child.exitCode !== null || child.signalCode !== null) return 'ended';
      const file = await findPostmasterFile(paths.postmasterFile);
      return file?.processId === child.pid && file?.status === 'ready' ? 'ready' : undefined;
    },
    { timeoutMs: startTimeoutMs, intervalMs: 5, signal },
  );
  if (outcome !== 'ready') throw await startFailure(outcome, paths.log, port);
  const role = { role: 'lectern', password: credentials.applicationPassword, database: 'lectern' };
  await checkConnection(connectionString({ ...role, port }), 10_000);
}

async function startFailure(outcome: 'ended' | undefined, logFile: string, port: number): Promise<Error> {
  const lastLines = (await readFile(logFile, 'utf8')).trimEnd().split('\n').slice(-8).join('\n');
  if (outcome === 'ended' && /could not (?:bind|create any TCP)/u.test(lastLines)) {
    return new PortTakenError(`Port ${port} on 127.0.0.1 is taken by another program. Start Lectern again.`);
  }
  const what =
    outcome === 'ended' ? 'ended while starting' : `was not ready within ${startTimeoutMs / 1000} seconds`;
  return new EmbeddedPostgresError(
    `The embedded PostgreSQL ${what}. Its last words, from ${logFile}:\n${lastLines}`,
  );
}

async function rotateLog(logFile: string): Promise<void> {
  try {
    if ((await stat(logFile)).size > maximumLogBytes) await rename(logFile, `${logFile}.1`);
  } catch (error) {
    if (!hasCode(error, 'ENOENT')) throw error;
  }
}
