import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** Gives `use` a path in a directory of its own under the data directory, which is removed afterwards. */
export async function withTemporaryFile<Result>(
  dataDirectory: string,
  use: (path: string) => Promise<Result>,
): Promise<Result> {
  const parent = join(dataDirectory, 'temporary');
  await mkdir(parent, { recursive: true, mode: 0o700 });
  const directory = await mkdtemp(join(parent, 'job-'));
  try {
    return await use(join(directory, 'content'));
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}
