import { execFile } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { copyFile, mkdir, readFile, rename, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { withDirectoryLock } from '#server/ai/model-files/directory-lock.ts';

const CACHE = join(import.meta.dirname, '../../.cache');
const INSTALL_TIMEOUT_MILLISECONDS = 5 * 60 * 1000;

/**
 * Installs what only one or two test files need into the project's ignored `.cache`, once for each version of the lock file,
 * instead of as development dependencies (docs/decisions/0057). Fails when the registry cannot be reached.
 * @param locked folder with `package.json` and `package-lock.json`; its name is that of the folder in the cache.
 * @returns the path of `node_modules`.
 */
export async function ensureNpmPackages(locked: string): Promise<string> {
  const digest = createHash('sha256')
    .update(await readFile(join(locked, 'package-lock.json')))
    .digest('hex');
  const directory = join(CACHE, basename(locked), digest.slice(0, 12));
  await withDirectoryLock(`${directory}.lock`, undefined, async () => {
    if (!existsSync(directory)) await install(locked, directory);
  });
  return join(directory, 'node_modules');
}

/** Installs under another name and renames, so that the directory is complete or absent. */
async function install(locked: string, directory: string): Promise<void> {
  const unfinished = `${directory}.${randomUUID()}`;
  try {
    await mkdir(unfinished, { recursive: true });
    for (const file of ['package.json', 'package-lock.json'])
      await copyFile(join(locked, file), join(unfinished, file));
    await promisify(execFile)(
      'npm',
      ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline', '--loglevel=error'],
      { cwd: unfinished, timeout: INSTALL_TIMEOUT_MILLISECONDS },
    );
    await rename(unfinished, directory);
  } finally {
    await rm(unfinished, { recursive: true, force: true });
  }
}
