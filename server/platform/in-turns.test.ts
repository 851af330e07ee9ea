import { expect, onTestFinished, test, vi } from 'vitest';
import { runAtOnce, runInTurns, type Steps } from './in-turns.ts';

function* spend(steps: number, milliseconds: number): Steps<number> {
  for (let step = 0; step < steps; step += 1) {
    const until = performance.now() + milliseconds;
    while (performance.now() < until);
    yield;
  }
  return steps;
}

test('other work gets its turn while long work is done', async () => {
  let turns = 0;
  let isOver = false;
  const count = (): void => {
    turns += 1;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  expect(await runInTurns(spend(20, 30))).toBe(20);
  isOver = true;
  expect(turns).toBeGreaterThanOrEqual(19);
});

test('short steps are done together', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
  let turns = 0;
  const work = runInTurns(spend(100, 0));
  setImmediate(() => (turns += 1));
  expect(await work).toBe(100);
  expect(turns).toBe(0);
});

test('an error ends the work', async () => {
  function* fail(): Steps<number> {
    yield;
    throw new Error('It is no lesson.');
  }
  await expect(runInTurns(fail())).rejects.toThrow('It is no lesson.');
  expect(() => runAtOnce(fail())).toThrow('It is no lesson.');
});
