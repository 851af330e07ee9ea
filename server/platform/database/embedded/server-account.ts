import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { useDatabaseUrlInstead } from './binaries.ts';
import { EmbeddedPostgresError } from './embedded-postgres-error.ts';

const execute = promisify(execFile);

/** The operating system's account that PostgreSQL runs as. */
export interface ServerAccount {
  readonly userId: number;
  readonly groupId: number;
}

/** How to start a program as the server's account: a command, what precedes its arguments, spawn options. */
export interface Launch {
  readonly command: string;
  readonly arguments: readonly string[];
  readonly options: { readonly uid?: number; readonly gid?: number };
}

/** Programs see this environment and no other: the caller's PGDATA, PGOPTIONS or locale must not reach them. */
export const serverEnvironment = { LC_ALL: 'C', TZ: 'UTC', PATH: '/usr/sbin:/usr/bin:/sbin:/bin' };

/**
 * The account for a new data directory. PostgreSQL refuses to run as root, so root gets an unprivileged
 * system account: `postgres` where there is one, else `lectern-postgres`, made when needed.
 * Returns undefined for an ordinary user, who runs PostgreSQL as themselves.
 */
export async function getAccountForNewCluster(): Promise<ServerAccount | undefined> {
  if (process.geteuid?.() !== 0) return undefined;
  const existing = (await findAccount('postgres')) ?? (await findAccount('lectern-postgres'));
  if (existing) return existing;
  const attempts: [string, string[]][] = [
    [
      'useradd',
      ['--system', '--user-group', '--no-create-home', '--shell', '/bin/false', 'lectern-postgres'],
    ],
    ['adduser', ['-S', '-D', '-H', '-s', '/bin/false', 'lectern-postgres']],
  ];
  const failures: string[] = [];
  for (const [command, commandArguments] of attempts) {
    try {
      await execute(command, commandArguments, { env: serverEnvironment });
    } catch (error) {
      failures.push(error instanceof Error ? error.message.trim() : String(error));
      continue;
    }
    const made = await findAccount('lectern-postgres');
    if (made) return made;
  }
  throw new EmbeddedPostgresError(
    'PostgreSQL refuses to run as root, and the system account lectern-postgres could not be made ' +
      `(${failures.join('; ')}). Make it yourself, or start Lectern as an ordinary user. ${useDatabaseUrlInstead}`,
  );
}

async function findAccount(name: string): Promise<ServerAccount | undefined> {
  const line = (await readFile('/etc/passwd', 'utf8'))
    .split('\n')
    .find((entry) => entry.startsWith(`${name}:`));
  const [, , userId, groupId] = line?.split(':') ?? [];
  if (userId === undefined || groupId === undefined || Number(userId) === 0) return undefined;
  return { userId: Number(userId), groupId: Number(groupId) };
}

/**
 * How to start programs as `account` so that they reach all of `paths`. Root's own directories (a checkout
 * or DATA_DIR under a home of mode 0700) are closed to the account; instead of loosening their modes the
 * server gets the one capability to pass through them, bound to it alone.
 */
export async function getLaunch(
  account: ServerAccount | undefined,
  paths: readonly string[],
): Promise<Launch> {
  if (!account) return { command: '', arguments: [], options: {} };
  const plain = { command: '', arguments: [], options: { uid: account.userId, gid: account.groupId } };
  if (await reaches(plain, paths)) return plain;
  // CAP_DAC_READ_SEARCH passes through and reads; containers often withhold it but allow CAP_DAC_OVERRIDE.
  for (const capability of ['dac_read_search', 'dac_override']) {
    const launch = launchWithCapability(account, capability);
    if (await reaches(launch, paths)) return launch;
  }
  throw new EmbeddedPostgresError(
    'PostgreSQL refuses to run as root, and its unprivileged account (user id ' +
      `${account.userId}) cannot reach one of: ${paths.join(', ')}. ` +
      'Move Lectern and DATA_DIR to a directory that other users may pass through (mode 0711), ' +
      'install setpriv (package util-linux), or start Lectern as an ordinary user.',
  );
}

function launchWithCapability(account: ServerAccount, capability: string): Launch {
  return {
    command: 'setpriv',
    arguments: [
      `--reuid=${account.userId}`,
      `--regid=${account.groupId}`,
      '--clear-groups',
      // access(2) drops capabilities for a user other than root unless this bit is set, and initdb asks it.
      '--securebits=+no_setuid_fixup',
      `--inh-caps=-all,+${capability}`,
      `--ambient-caps=-all,+${capability}`,
      `--bounding-set=-all,+${capability}`,
    ],
    options: {},
  };
}

/** The command line that starts `program` by `launch`. */
export function commandLine(
  launch: Launch,
  program: string,
  programArguments: readonly string[],
): [command: string, commandArguments: string[]] {
  return launch.command === ''
    ? [program, [...programArguments]]
    : [launch.command, [...launch.arguments, program, ...programArguments]];
}

/** Lets the kernel answer, which knows about access lists and read-only mounts too. */
async function reaches(launch: Launch, paths: readonly string[]): Promise<boolean> {
  const script = 'for path in "$@"; do test -x "$path" || exit 1; done';
  const [command, commandArguments] = commandLine(launch, '/bin/sh', ['-c', script, 'sh', ...paths]);
  try {
    await execute(command, commandArguments, { ...launch.options, env: serverEnvironment, cwd: '/' });
    return true;
  } catch {
    // Whatever failed (no setpriv, capability withheld, path closed): this way does not reach them.
    return false;
  }
}
