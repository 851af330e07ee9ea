import { execFile } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { access, mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { withDirectoryLock } from '#server/ai/model-files/directory-lock.ts';

const run = promisify(execFile);
const CACHE_DIRECTORY = join(import.meta.dirname, '../../.cache/python');
const INSTALL_TIMEOUT_MILLISECONDS = 10 * 60 * 1000;

/** Python 3 or pip is missing, or pip could not fetch the packages; the message says which and what to do. */
export class PythonPackagesUnavailableError extends Error {
  override readonly name = 'PythonPackagesUnavailableError';
}

/**
 * Installs packages of PyPI for development (a test server, a fuzzer) into the project's ignored `.cache`, once for
 * each list of requirements and version of Python. Needs only Python 3 with pip, and changes neither. Callers of
 * several processes wait for one another; what is already installed costs one start of Python.
 * @param options.name names the folder, such as `moto`.
 * @param options.requirements pinned, such as `moto==5.2.5`; name what they need too where it shall not change.
 * @returns `python`: path of a program that takes Python's arguments and sees the packages, such as `-m moto.server`.
 * @throws {PythonPackagesUnavailableError}
 */
export async function ensurePythonPackages(options: {
  readonly name: string;
  readonly requirements: readonly string[];
  readonly cacheDirectory?: string;
}): Promise<{ python: string }> {
  const { name, requirements, cacheDirectory = CACHE_DIRECTORY } = options;
  const version = await readPythonVersion();
  const digest = createHash('sha256')
    .update([version, ...requirements].join('\n'))
    .digest('hex');
  const directory = join(cacheDirectory, `${name}-${digest.slice(0, 12)}`);
  const python = join(directory, 'python');
  if (await exists(python)) return { python };
  await withDirectoryLock(`${directory}.lock`, undefined, async () => {
    if (!(await exists(python))) await install(directory, requirements);
  });
  return { python };
}

/** Packages compiled for one minor version do not load in another. */
async function readPythonVersion(): Promise<string> {
  const program = 'import sys; print(sys.version_info[0], sys.version_info[1], sys.platform)';
  const { stdout } = await run('python3', ['-c', program]).catch((error: unknown) => {
    throw new PythonPackagesUnavailableError('python3 cannot be started. Install Python 3 with pip.', {
      cause: error,
    });
  });
  return stdout.trim();
}

/** Installs under another name and renames, so that the directory is whole or not there. */
async function install(directory: string, requirements: readonly string[]): Promise<void> {
  const unfinished = `${directory}.${randomUUID()}`;
  const packages = join(unfinished, 'packages');
  try {
    await mkdir(packages, { recursive: true });
    await run(
      'python3',
      [
        ...[
          '-m',
          'pip',
          'install',
          '--quiet',
          '--no-input',
          '--disable-pip-version-check',
          '--prefer-binary',
        ],
        // Into a folder rather than a virtual environment: Debian's Python comes without the latter.
        ...['--no-warn-script-location', '--target', packages, ...requirements],
      ],
      { timeout: INSTALL_TIMEOUT_MILLISECONDS, maxBuffer: 16 * 1024 * 1024 },
    ).catch((error: unknown) => {
      throw new PythonPackagesUnavailableError(
        `pip could not install ${requirements.join(', ')}: ${reasonOf(error)}. Check the network and pip, then try again.`,
        { cause: error },
      );
    });
    const script = [
      '#!/bin/sh',
      'here=$(CDPATH= cd -- "$(dirname -- "$0")" && pwd)',
      'PYTHONPATH="$here/packages" PYTHONNOUSERSITE=1 exec python3 "$@"',
    ];
    await writeFile(join(unfinished, 'python'), `${script.join('\n')}\n`, { mode: 0o755 });
    await rename(unfinished, directory);
  } finally {
    await rm(unfinished, { recursive: true, force: true });
  }
}

function reasonOf(error: unknown): string {
  const { stderr } = error as { readonly stderr?: unknown };
  const lines = typeof stderr === 'string' ? stderr.split('\n') : [];
  const line = lines.findLast((text) => text.startsWith('ERROR')) ?? String(error);
  return line.slice(0, 300);
}

const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );
