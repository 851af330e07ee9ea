import { chown, mkdtemp, readFile, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { StartupLog } from '#server/platform/supervision/startup-log.ts';
import { type PostgresBinaries, hasCode, cannotExecute } from './binaries.ts';
import type { ClusterPaths } from './cluster-paths.ts';
import { type Credentials, generateCredentials, syncDirectory, writeDurably } from './credentials.ts';
import { EmbeddedPostgresError } from './embedded-postgres-error.ts';
import {
  type ServerAccount,
  getAccountForNewCluster,
  getLaunch,
  type Launch,
  commandLine,
  serverEnvironment,
} from './server-account.ts';
import { spawn } from 'node:child_process';

/**
 * Runs one of PostgreSQL's programs to its end, feeding it `input`.
 * Throws an EmbeddedPostgresError with what it wrote when it fails, or the signal's reason when aborted.
 */
async function runProgram(options: {
  launch: Launch;
  program: string;
  arguments: readonly string[];
  input?: string;
  signal?: AbortSignal | undefined;
}): Promise<void> {
  const [command, commandArguments] = commandLine(options.launch, options.program, options.arguments);
  const child = spawn(command, commandArguments, {
    ...options.launch.options,
    env: serverEnvironment,
    cwd: '/',
    // Its own session: a Ctrl-C at the terminal is ours to pass on.
    detached: true,
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  let output = '';
  const collect = (chunk: Buffer): void => {
    output = (output + chunk.toString('utf8')).slice(-8192);
  };
  child.stdout.on('data', collect);
  child.stderr.on('data', collect);
  // The program may end before it has read its input: its exit code says whether it failed.
  child.stdin.on('error', () => undefined);
  child.stdin.end(options.input ?? '');
  const abort = (): void => {
    child.kill('SIGTERM');
  };
  options.signal?.addEventListener('abort', abort, { once: true });
  try {
    const [code, signal] = await new Promise<[number | null, string | null]>((resolve, reject) => {
      child.once('error', (error) =>
        reject(hasCode(error, 'ENOENT') ? cannotExecute(command, error) : error),
      );
      child.once('close', (exitCode, exitSignal) => resolve([exitCode, exitSignal]));
    });
    options.signal?.throwIfAborted();
    if (code === 0) return;
    // 127: setpriv found the program but not its loader.
    if (code === 127) throw cannotExecute(options.program, output);
    throw new EmbeddedPostgresError(
      `${options.program} failed (${signal ?? `exit code ${String(code)}`}): ${output.trim()}`,
    );
  } finally {
    options.signal?.removeEventListener('abort', abort);
  }
}

const stagingPrefix = 'cluster-in-the-making-';

/** The owner of an existing cluster directory, or undefined when there is no cluster yet. */
export async function findClusterOwner(paths: ClusterPaths): Promise<ServerAccount | undefined> {
  try {
    const { uid, gid } = await stat(paths.cluster);
    return { userId: uid, groupId: gid };
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined;
    throw error;
  }
}

/**
 * The account to run an existing cluster as: its owner. Root runs it as that owner; anybody else must be
 * the owner. Throws an EmbeddedPostgresError otherwise, and for a cluster of another major version.
 */
export async function getAccountOfCluster(
  paths: ClusterPaths,
  owner: ServerAccount,
  binaries: PostgresBinaries,
): Promise<ServerAccount | undefined> {
  const userId = process.geteuid?.() ?? owner.userId;
  if (userId !== 0 && owner.userId !== userId) {
    throw new EmbeddedPostgresError(
      `The database in ${paths.cluster} belongs to another user (user id ${owner.userId}, you are ${userId}). ` +
        'Start Lectern as the user who made it, or choose another DATA_DIR.',
    );
  }
  const version = (await readFile(path.join(paths.cluster, 'PG_VERSION'), 'utf8')).trim();
  if (version !== String(binaries.majorVersion)) {
    throw new EmbeddedPostgresError(
      `The database in ${paths.cluster} was made by PostgreSQL ${version}; this Lectern brings ` +
        `${binaries.majorVersion}. Dump it with the earlier Lectern and load it into a new DATA_DIR.`,
    );
  }
  if (userId !== 0) return undefined;
  if (owner.userId !== 0) return owner;
  // A copy made by root (a restored backup) belongs to root, as whom PostgreSQL refuses to run.
  const account = await getAccountForNewCluster();
  if (account) await giveTo(paths.cluster, account);
  return account;
}

/**
 * Makes a new cluster: UTF-8, the locale C.UTF-8 that PostgreSQL itself provides (the same sorting on every
 * system), data checksums, password authentication, the database `lectern` and the role that owns it.
 * Everything happens in a temporary directory that is renamed at the very end, so that an interrupted
 * attempt leaves nothing that could be mistaken for a cluster.
 */
export async function initialiseCluster(options: {
  paths: ClusterPaths;
  binaries: PostgresBinaries;
  log: StartupLog;
  signal?: AbortSignal | undefined;
}): Promise<void> {
  const { paths, binaries, log, signal } = options;
  log.info('Preparing the database for the first time');
  await removeAbandonedAttempts(paths.home, log);
  const account = await getAccountForNewCluster();
  const staging = await mkdtemp(path.join(paths.home, stagingPrefix));
  try {
    if (account) await chown(staging, account.userId, account.groupId);
    const launch = await getLaunch(account, [binaries.initdb, paths.home]);
    await runProgram({ launch, program: binaries.initdb, arguments: initdbArguments(staging), signal });
    const credentials = generateCredentials();
    await runProgram({
      launch,
      program: binaries.postgres,
      arguments: ['--single', '-j', '-D', staging, '-c', 'exit_on_error=on', 'postgres'],
      input: provisioning(credentials),
      signal,
    });
    await writeFile(
      path.join(staging, 'pg_hba.conf'),
      '# The embedded database: this machine only, with a password.\nhost all all 127.0.0.1/32 scram-sha-256\n',
      { flush: true },
    );
    await writeDurably(paths.credentials, JSON.stringify(credentials, null, 2), 0o600);
    await rename(staging, paths.cluster);
    await syncDirectory(paths.home);
  } catch (error) {
    await rm(staging, { recursive: true, force: true });
    throw error;
  }
}

function initdbArguments(directory: string): string[] {
  return [
    '-D',
    directory,
    '--username=postgres',
    // Nothing can connect before the passwords are set and pg_hba.conf is replaced.
    '--auth=reject',
    '--encoding=UTF8',
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--data-checksums',
    '--no-instructions',
  ];
}

/** Statements for single-user mode, where with -j an empty line ends each. All values are hexadecimal. */
function provisioning(credentials: Credentials): string {
  const statements = [
    `ALTER ROLE postgres PASSWORD '${credentials.administratorPassword}';`,
    `CREATE ROLE lectern LOGIN PASSWORD '${credentials.applicationPassword}';`,
    'CREATE DATABASE lectern OWNER lectern;',
  ];
  return statements.map((statement) => `${statement}\n\n`).join('');
}

async function removeAbandonedAttempts(home: string, log: StartupLog): Promise<void> {
  for (const name of await readdir(home)) {
    if (!name.startsWith(stagingPrefix)) continue;
    try {
      await rm(path.join(home, name), { recursive: true, force: true, maxRetries: 3 });
    } catch (error) {
      // An initdb left behind by a kill may still be writing there; the next start removes it.
      log.warn(
        `Could not remove ${path.join(home, name)}, the rest of an interrupted start: ${String(error)}`,
      );
    }
  }
}

async function giveTo(directory: string, account: ServerAccount): Promise<void> {
  for (const entry of await readdir(directory, { recursive: true, withFileTypes: true })) {
    if (entry.isSymbolicLink()) continue;
    await chown(path.join(entry.parentPath, entry.name), account.userId, account.groupId);
  }
  // Last, because its owner says whether the whole is done.
  await chown(directory, account.userId, account.groupId);
}
