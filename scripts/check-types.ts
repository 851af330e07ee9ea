import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

/**
 * `npm run check:types`: each part of the code with the settings of its surroundings, Node or the browser. It runs
 * TypeScript 7, which takes less than half the time of version 6; ESLint, Knip and dependency-cruiser still need 6.
 */
const ROOT = join(import.meta.dirname, '..');
const TYPESCRIPT = join(ROOT, 'node_modules/typescript-7/bin/tsc');

for (const project of ['.', 'web', 'e2e/web', 'quality/bench/web']) {
  const { status } = spawnSync(process.execPath, [TYPESCRIPT, '--noEmit', '-p', project], {
    cwd: ROOT,
    stdio: 'inherit',
  });
  if (status !== 0) process.exitCode = 1;
}
