import { setImmediate as nextTurn } from 'node:timers/promises';
import { beforeEach, describe, expect, test } from 'vitest';
import { ManualClock } from '#server/testing/manual-clock.ts';
import { superviseProcess, type SupervisedProcess } from './supervise-process.ts';
import { FakeChild } from './testing/fake-child.ts';

let clock: ManualClock;
let children: FakeChild[];
let messages: string[];
beforeEach(() => {
  clock = new ManualClock();
  children = [];
  messages = [];
});

function supervise(): SupervisedProcess {
  const say = (message: string): void => void messages.push(message);
  const definition = {
    name: 'api',
    file: 'never-started.ts',
    arguments: [],
    environment: {},
    readyTimeoutMs: 20_000,
    stopTimeoutMs: 10_000,
  };
  const start = (): FakeChild => {
    const child = new FakeChild();
    children.push(child);
    return child;
  };
  return superviseProcess(definition, { info: say, warn: say, error: say }, { clock, start });
}
const sayReady = (): void => children.at(-1)?.answer({ lectern: 'ready' });

/** Runs what is due now. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 5; turn += 1) {
    await nextTurn();
    await clock.advance(0);
  }
}

/** Ends the process that runs and returns after how long the next is started. */
async function measurePause(): Promise<number> {
  const [count, from] = [children.length, clock.monotonic()];
  children.at(-1)?.end(1, null);
  for (;;) {
    await settle();
    if (children.length > count) return clock.monotonic() - from;
    if (clock.monotonic() - from > 60_000) throw new Error('Not started again within a minute');
    await clock.advance(50);
  }
}

describe('a process that ends', () => {
  test('is started again at once, and then after pauses that grow to 4 s', async () => {
    const supervised = supervise();
    sayReady();
    await supervised.ready;
    const pauses: number[] = [];
    for (let end = 0; end < 7; end += 1) pauses.push(await measurePause());
    expect(pauses).toEqual([0, 250, 500, 1000, 2000, 4000, 4000]);
    expect(messages[0]).toBe('api ended unexpectedly (exit code 1); starting it again');
    expect(messages[4]).toMatch(/^api has ended 5 times in a row \(exit code 1\) and is out of service/u);
    expect(supervised.status()).toMatchObject({ state: 'starting', restarts: 7 });
  });

  test('after half a minute of service is started again at once', async () => {
    supervise();
    for (const serviceMs of [0, 29_999, 30_000]) {
      sayReady();
      await clock.advance(serviceMs);
      expect(await measurePause()).toBe({ 0: 0, 29_999: 250, 30_000: 0 }[serviceMs]);
    }
  });

  test('five times before it was ever ready has failed', async () => {
    const supervised = supervise();
    const failure = expect(supervised.ready).rejects.toThrow('api does not start (exit code 1).');
    for (let end = 0; end < 4; end += 1) await measurePause();
    children.at(-1)?.end(1, null);
    await failure;
    await supervised.stop();
    expect([children.length, supervised.status().state]).toEqual([5, 'stopped']);
  });

  test('and says that starting it again does not help has failed at once', async () => {
    const supervised = supervise();
    children[0]?.answer({
      lectern: 'cannot-start',
      message: 'Port 3000 is taken. Choose another with PORT.',
    });
    children[0]?.end(1, null);
    await expect(supervised.ready).rejects.toThrow('Port 3000 is taken. Choose another with PORT.');
    expect(children).toHaveLength(1);
  });
});

test('a process that is not ready in time is killed and started again', async () => {
  supervise();
  await clock.advance(19_999);
  expect(children).toHaveLength(1);
  await clock.advance(1);
  await settle();
  expect(children.map(({ signalCode }) => signalCode)).toEqual(['SIGKILL', null]);
  expect(messages[0]).toBe('api was not ready within 20 s; starting it again');
});

test('a process that does not stop in time is killed, and one that is killed on request not started again', async () => {
  const supervised = supervise();
  sayReady();
  const stopped = supervised.stop();
  await clock.untilWaiting();
  await clock.advance(10_000);
  await stopped;
  expect(messages).toEqual(['api did not stop within 10 s and is killed']);
  expect(children.map(({ signalCode }) => signalCode)).toEqual(['SIGKILL']);
});
