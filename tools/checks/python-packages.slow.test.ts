import { execFile } from 'node:child_process';
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, expect, test } from 'vitest';
import { ensurePythonPackages, PythonPackagesUnavailableError } from './python-packages.ts';
import { useDirectory } from '#server/testing/use-directory.ts';

const run = promisify(execFile);
const directory = await useDirectory();
let wheel: string;

/** A package of one line, so that the test needs no network. */
const MAKE_WHEEL = `
import sys, zipfile
with zipfile.ZipFile(sys.argv[1], 'w') as z:
    z.writestr('lectern_sample.py', 'ANSWER = 42\\n')
    info = 'lectern_sample-1.0.dist-info/'
    z.writestr(info + 'METADATA', 'Metadata-Version: 2.1\\nName: lectern-sample\\nVersion: 1.0\\n')
    z.writestr(info + 'WHEEL', 'Wheel-Version: 1.0\\nRoot-Is-Purelib: true\\nTag: py3-none-any\\n')
    z.writestr(info + 'RECORD', '')
`;

beforeAll(async () => {
  wheel = join(directory, 'lectern_sample-1.0-py3-none-any.whl');
  await run('python3', ['-c', MAKE_WHEEL, wheel]);
});

test('packages are installed once for several callers, and seen by the program', async () => {
  const cacheDirectory = join(directory, 'a folder');
  const ensure = () => ensurePythonPackages({ name: 'sample', requirements: [wheel], cacheDirectory });
  const both = [ensure(), ensure()];
  await Promise.race(both);
  // The second caller could not install it any more.
  await rm(wheel);
  const [python = '', second] = (await Promise.all(both)).map((made) => made.python);
  expect(second).toBe(python);
  const { stdout } = await run(python, ['-c', 'import lectern_sample; print(lectern_sample.ANSWER)']);
  expect(stdout).toBe('42\n');
  const { mtimeMs } = await stat(python);
  await ensure();
  expect((await stat(python)).mtimeMs).toBe(mtimeMs);
  expect(await readdir(cacheDirectory)).toHaveLength(1);
});

test('reports what cannot be installed, and leaves nothing that looks complete', async () => {
  const cacheDirectory = join(directory, 'failed');
  const missing = join(directory, 'missing-1.0-py3-none-any.whl');
  const ensure = ensurePythonPackages({ name: 'sample', requirements: [missing], cacheDirectory });
  await expect(ensure).rejects.toThrow(PythonPackagesUnavailableError);
  await expect(ensure).rejects.toThrow(/pip could not install .*missing-1\.0/);
  expect(await readdir(cacheDirectory)).toEqual([]);
});
