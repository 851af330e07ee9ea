import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { Wheels } from './wheels.ts';

async function downloadWith(code: string): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'lectern-pip-'));
  onTestFinished(() => rm(directory, { recursive: true, force: true }));
  const script = join(directory, 'pip.mjs');
  await writeFile(script, code);
  const wheels = new Wheels({ pipCommand: [['no-such-pip-program'], [process.execPath, script]] });
  onTestFinished(() => wheels.close());
  return readFile(await wheels.get('made==1.0', { keepsCache: true }), 'utf8');
}

test('runs the first pip that is installed and hands over what it downloaded', async () => {
  const code = `import { writeFileSync } from 'node:fs';
const a = process.argv;
writeFileSync(a[a.indexOf('--dest') + 1] + '/made.whl', a.at(-1));`;
  expect(await downloadWith(code)).toBe('made==1.0');
});

test('reports which program is missing and why the other failed', async () => {
  await expect(downloadWith(`console.error('ERROR: no such package'); process.exit(1);`)).rejects.toThrow(
    /^no-such-pip-program is not installed\. .*pip\.mjs: ERROR: no such package\.$/,
  );
});
