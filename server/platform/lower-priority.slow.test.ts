import { execFile, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { getPriority } from 'node:os';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

import { lowerSessionPriority } from './lower-priority.ts';

const run = promisify(execFile);
const program = `
  import { getPriority } from 'node:os';
  import { childPriority, lowerPriority } from '#server/platform/lower-priority.ts';
  lowerPriority(childPriority());
  console.log(getPriority());
`;

test.each([
  ['raises the niceness of a process to the setting', '12', 0, 12],
  ['leaves a process alone that was started with a higher one', '', 15, 15],
  ['leaves every process alone when the setting is 0', '0', 0, 0],
])('%s', async (_name, setting, niceness, expected) => {
  const { stdout } = await run(
    'nice',
    ['-n', String(niceness), process.execPath, '--input-type=module', '--eval', program],
    { env: { ...process.env, CHILD_PRIORITY: setting } },
  );
  // A niceness given to `nice` is added to what the tests run with.
  const own = getPriority();
  expect(Number(stdout)).toBe(Math.min(19, niceness === 0 ? Math.max(own, expected) : own + niceness));
});

/** 0 for a process without its own session: the kernel then leaves the file empty. */
const nicenessOf = async (processId: number | string): Promise<number> =>
  Number(/nice (-?\d+)/u.exec(await readFile(`/proc/${processId}/autogroup`, 'utf8'))?.[1] ?? 0);

test.runIf(existsSync('/proc/self/autogroup'))(
  'yields to other processes from a separate session, and leaves this session unchanged',
  async () => {
    const child = spawn(process.execPath, ['--eval', 'setTimeout(() => {}, 60_000)'], {
      detached: true,
      stdio: 'ignore',
    });
    try {
      const before = await nicenessOf('self');
      expect(await lowerSessionPriority(child.pid ?? 0, 10)).toBe(true);
      expect(await nicenessOf(child.pid ?? 0)).toBe(Math.min(19, before + 10));
      expect(await nicenessOf('self')).toBe(before);
    } finally {
      child.kill('SIGKILL');
    }
  },
);

test('says so if a process does not have its own session', async () => {
  expect(await lowerSessionPriority(2 ** 30, 10)).toBe(false);
});
