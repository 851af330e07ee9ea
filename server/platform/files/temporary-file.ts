import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { removeFolder } from '#server/sandbox/confinement/inbox.ts';

/** Where this machine's processes keep files for a while. */
export const temporaryFolderOf = (dataDirectory: string): string => join(dataDirectory, 'temporary');

/** Gives `use` a path in a new directory under the data directory, which is removed afterwards. */
export async function withTemporaryFile<Result>(
  dataDirectory: string,
  use: (path: string) => Promise<Result>,
): Promise<Result> {
  const parent = temporaryFolderOf(dataDirectory);
  await mkdir(parent, { recursive: true, mode: 0o700 });
  const directory = await mkdtemp(join(parent, 'job-'));
  try {
    return await use(join(directory, 'content'));
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

/**
 * Removes what killed processes left of temporary files before `before`, on this machine. Returns how many. Longer
 * than a day no one uses one.
 */
export async function sweepTemporaryFiles(dataDirectory: string, before: Date): Promise<number> {
  const parent = temporaryFolderOf(dataDirectory);
  await mkdir(parent, { recursive: true, mode: 0o700 });
  let swept = 0;
  for (const name of await readdir(parent)) {
    const path = join(parent, name);
    const found = await stat(path).catch((error: unknown) => {
      // Its user has removed it by now.
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
      throw error;
    });
    if (found === undefined || found.mtime >= before) continue;
    await removeFolder(path);
    swept += 1;
  }
  return swept;
}
