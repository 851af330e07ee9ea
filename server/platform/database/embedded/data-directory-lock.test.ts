import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { DataDirectoryInUseError, acquireDataDirectoryLock } from './data-directory-lock.ts';

const directories: string[] = [];

async function makeDirectory(): Promise<string> {
  const directory = await mkdtemp(path.join(tmpdir(), 'lectern-lock-'));
  directories.push(directory);
  return directory;
}

afterEach(async () => {
  for (const directory of directories.splice(0)) await rm(directory, { recursive: true, force: true });
});

test('a second lock names the first one and what to do, and works after its release', async () => {
  const directory = path.join(await makeDirectory(), 'not', 'made', 'yet');
  const first = await acquireDataDirectoryLock(directory);
  const second = acquireDataDirectoryLock(directory);
  await expect(second).rejects.toBeInstanceOf(DataDirectoryInUseError);
  await expect(second).rejects.toThrow(
    `Lectern is already running on ${directory} (process ${process.pid}); it goes on undisturbed.`,
  );
  await first.release();
  await first.release();
  const third = await acquireDataDirectoryLock(directory);
  expect(await readFile(path.join(directory, 'lectern.pid'), 'utf8')).toBe(`${process.pid}\n`);
  await third.release();
});

test('a process id left behind, even a living one, locks no one out', async () => {
  const directory = await makeDirectory();
  await writeFile(path.join(directory, 'lectern.pid'), `${process.ppid}\n`);
  const lock = await acquireDataDirectoryLock(directory);
  await lock.release();
});

test('refuses a lock path that is not a file, and says what to do', async () => {
  const directory = await makeDirectory();
  await writeFile(
    path.join(directory, 'lectern.lock'),
    'not a lock file, and longer than its header '.repeat(40),
  );
  await chmod(path.join(directory, 'lectern.lock'), 0o600);
  await expect(acquireDataDirectoryLock(directory)).rejects.toThrow('Choose another with DATA_DIR.');
});
