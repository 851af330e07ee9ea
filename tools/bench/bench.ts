/**
 * Runs every bench in its own process, one after another, and prints their lines:
 * name, value, peer, ratio, goal, met or MISSED.
 *   npm run bench                     all of them
 *   npm run bench -- courses          one of them
 *   npm run bench -- upload 2048 3    one with its own arguments, which its file describes
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';

const SUFFIX = '.bench.ts';
const [only, ...benchArguments] = process.argv.slice(2);

const files = (await readdir(import.meta.dirname, { recursive: true })).filter((file) =>
  file.endsWith(SUFFIX),
);
const names = files.map((file) => basename(file, SUFFIX)).toSorted();
if (only !== undefined && !names.includes(only)) {
  console.error(`There is no bench "${only}". There are: ${names.join(', ')}.`);
  process.exit(1);
}

const fileOf = (name: string): string =>
  files.find((file) => basename(file, SUFFIX) === name) ?? name + SUFFIX;

const failed: string[] = [];
for (const name of names) {
  if (only !== undefined && name !== only) continue;
  const child = spawn(process.execPath, [join(import.meta.dirname, fileOf(name)), ...benchArguments], {
    stdio: 'inherit',
  });
  const [code] = (await once(child, 'exit')) as [number | null];
  if (code !== 0) failed.push(name);
}
if (failed.length > 0) {
  console.error(`These benches did not finish: ${failed.join(', ')}`);
  process.exitCode = 1;
}
