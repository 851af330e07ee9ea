import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';

/** Creates a directory for all tests of a file. It is deleted after the file's own `afterAll` hooks. */
export async function useDirectory(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'lectern-test-'));
  afterAll(() => rm(directory, { recursive: true, force: true }));
  return directory;
}
