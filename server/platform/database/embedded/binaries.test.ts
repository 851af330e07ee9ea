import { lstat, mkdir, mkdtemp, readFile, readlink, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { cannotExecute, getPostgresBinaries, restoreSymlinks } from './binaries.ts';

test('the programs for this platform are found', async () => {
  const binaries = await getPostgresBinaries();
  expect(binaries.majorVersion).toBe(18);
  expect((await lstat(binaries.postgres)).mode & 0o111).not.toBe(0);
});

test.each([
  ['win32', 'x64', 'under WSL'],
  ['sunos', 'x64', 'no embedded PostgreSQL for sunos on x64'],
  ['linux', 'riscv64', 'no embedded PostgreSQL for linux on riscv64'],
])('%s on %s is referred to DATABASE_URL', async (platform, architecture, message) => {
  const refused = getPostgresBinaries(platform, architecture);
  await expect(refused).rejects.toThrow(message);
  await expect(refused).rejects.toThrow('DATABASE_URL=postgres://');
});

test('a system without glibc is referred to DATABASE_URL', () => {
  expect(cannotExecute('/postgres', undefined).message).toMatch(/needs glibc.*DATABASE_URL/u);
});

test('links that an install script would have made are made, and kept when they are there', async () => {
  const root = await mkdtemp(path.join(tmpdir(), 'lectern-links-'));
  await mkdir(path.join(root, 'native', 'lib'), { recursive: true });
  await writeFile(path.join(root, 'native', 'lib', 'libpq.so.5.18'), 'library');
  const list = [{ source: 'native/lib/libpq.so.5.18', target: 'native/lib/libpq.so.5' }];
  await writeFile(path.join(root, 'native', 'pg-symlinks.json'), JSON.stringify(list));
  await restoreSymlinks(root);
  await restoreSymlinks(root);
  expect(await readlink(path.join(root, 'native', 'lib', 'libpq.so.5'))).toBe('libpq.so.5.18');
  expect(await readFile(path.join(root, 'native', 'lib', 'libpq.so.5'), 'utf8')).toBe('library');
  await rm(root, { recursive: true });
});
