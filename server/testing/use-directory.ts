import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';

/** Makes a directory for all tests of a file, and deletes it after them and after what the file itself ends. */
export async function useDirectory(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'lectern-test-'));
  afterAll(() => rm(directory, { recursive: true, force: true }));
  return directory;
}
