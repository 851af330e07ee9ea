import { expect, test } from 'vitest';
import { ManualClock } from '../testing/manual-clock.ts';
import { onLauncherGone, type ProcessReader } from './on-launcher-gone.ts';

const NPM = 10;
const SHELL = 11;

/** npm, its shell and this process, as they are below `npm start`. */
function makeProcesses(shell: readonly string[]) {
  const now = { parent: SHELL, aboveShell: NPM as number | undefined };
  const read: ProcessReader = {
    parentId: () => now.parent,
    parentOf: () => now.aboveShell,
    argumentsOf: () => shell,
  };
  return { now, read };
}

async function watch(
  shell: readonly string[],
  change: (now: ReturnType<typeof makeProcesses>['now']) => void,
) {
  const clock = new ManualClock();
  const { now, read } = makeProcesses(shell);
  let calls = 0;
  onLauncherGone(() => (calls += 1), { clock, read });
  await clock.advance(5_000);
  const before = calls;
  change(now);
  await clock.advance(5_000);
  return { before, after: calls };
}
const viaShell = ['sh', '-c', 'node server/main.ts', ''];

test.each<[string, readonly string[], Parameters<typeof watch>[1]]>([
  ['a SIGTERM ended npm and its shell', viaShell, (now) => (now.parent = 1)],
  ['a SIGKILL ended npm, and the shell was left', viaShell, (now) => (now.aboveShell = 1)],
  ['npm ended that started this process without a shell', ['npm start'], (now) => (now.parent = 1)],
])('calls back once when %s', async (_name, shell, change) => {
  expect(await watch(shell, change)).toEqual({ before: 0, after: 1 });
});

test('goes on when the terminal above npm is closed', async () => {
  expect(await watch(['npm start'], (now) => (now.aboveShell = 1))).toEqual({ before: 0, after: 0 });
});
