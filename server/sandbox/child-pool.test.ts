import { setImmediate as nextTurn } from 'node:timers/promises';
import { beforeEach, describe, expect, test } from 'vitest';
import { FakeChild } from '#server/platform/supervision/testing/fake-child.ts';
import { ManualClock } from '#server/testing/manual-clock.ts';
import { createChildPool, type ChildPool, type ChildPoolOptions } from './child-pool.ts';
import { ChildCrashedError, ChildFailedError } from './pooled-child.ts';
import type { ToChild } from './child-messages.ts';
import { onChildCrash } from './watched-child.ts';

type Behaviour = 'answer' | 'crash' | 'fail' | 'hang';
interface Answer {
  readonly child: number;
  readonly batch: number;
}

let clock: ManualClock;
let children: FakeChild[];
/** What each child was asked, in order: `<number of the child> <request>`. */
let journal: string[];
/** Runs of requests whose name begins with "held" wait here. */
let held: (() => void)[];

beforeEach(() => {
  clock = new ManualClock();
  children = [];
  journal = [];
  held = [];
});

/** A request is what its process does with it, and a name: `crash poison`; without a behaviour it is answered. */
const behaviourOf = (request: string): string => request.split(' ')[0] ?? '';

function createPool(
  options: Partial<ChildPoolOptions<undefined>> = {},
  load: Behaviour = 'answer',
): ChildPool<string, Answer> {
  const startChild = (): FakeChild => {
    const number = children.length;
    const child = new FakeChild((message) => onMessage(message as unknown as Message, child, number));
    children.push(child);
    return child;
  };
  const onMessage = (message: Message, child: FakeChild, number: number): void => {
    if (message.type === 'load') act(load, child, { type: 'loaded' });
    if (message.type === 'cancel') journal.push(`${number} cancel`);
    if (message.type !== 'run') return;
    const { requests } = message;
    journal.push(...requests.map((request) => `${number} ${request}`));
    const results = requests.map(() => ({ child: number, batch: requests.length }));
    const answer = (): void => child.answer({ type: 'results', results });
    const [special] = requests.map(behaviourOf).filter((each) => ['crash', 'fail', 'hang'].includes(each));
    if (special !== undefined) act(special as Behaviour, child, {});
    else if (requests.some((request) => request.startsWith('held'))) held.push(answer);
    else answer();
  };
  return createChildPool<undefined, string, Answer>({
    childModule: new URL('file:///never-started.ts'),
    settings: undefined,
    processes: 1,
    clock,
    startChild,
    ...options,
  });
}
type Message = ToChild<undefined, string>;

function act(behaviour: Behaviour, child: FakeChild, answer: object): void {
  if (behaviour === 'answer') child.answer(answer);
  if (behaviour === 'fail') child.answer({ type: 'failed', message: 'It failed.' });
  if (behaviour === 'crash') child.end(null, 'SIGKILL');
}

async function untilJournal(entry: string): Promise<void> {
  for (let turn = 0; !journal.includes(entry); turn += 1) {
    if (turn === 1000) throw new Error(`Never asked: ${entry}; asked: ${journal.join(', ')}`);
    await nextTurn();
  }
}
const release = (): void => held.splice(0).forEach((answer) => answer());

describe('a process that dies', () => {
  test('costs nothing: the call is made again in a new one, which is kept', async () => {
    const pool = createPool();
    const call = pool.call('held');
    await untilJournal('0 held');
    children[0]?.end(null, 'SIGKILL');
    await untilJournal('1 held');
    release();
    expect((await call).child).toBe(1);
    expect((await pool.call('next')).child).toBe(1);
  });

  test('between two calls is replaced', async () => {
    const pool = createPool();
    await pool.call('first');
    children[0]?.end(1, null);
    expect((await pool.call('second')).child).toBe(1);
  });

  test('twice on one request fails that request only', async () => {
    const pool = createPool({ maximumBatch: 3 });
    const [before, poison, after] = await Promise.allSettled(
      ['before', 'crash poison', 'after'].map((request) => pool.call(request)),
    );
    expect([before?.status, after?.status]).toEqual(['fulfilled', 'fulfilled']);
    expect(poison).toMatchObject({ reason: expect.any(ChildCrashedError) as Error });
    expect(journal.filter((entry) => entry.endsWith('crash poison'))).toHaveLength(2);
  });

  test('while it loads is restarted once, not forever', async () => {
    await expect(createPool({}, 'crash').call('any')).rejects.toThrow('ended (SIGKILL)');
    expect(children).toHaveLength(2);
  });

  test('is reported once, with the signal that the program around it gave as an exit code', async () => {
    const crashes: Error[] = [];
    onChildCrash((error) => crashes.push(error));
    const call = createPool({ attempts: 1 }).call('hang');
    await untilJournal('0 hang');
    children[0]?.end(134, null);
    await expect(call).rejects.toMatchObject({ endedBy: 'SIGABRT', wasLoading: false });
    const late = createPool({ attempts: 1, timeoutSeconds: 100 }).call('hang');
    await untilJournal('1 hang');
    const failure = expect(late).rejects.toThrow('took over 100 s');
    await clock.advance(100_000);
    await failure;
    await nextTurn();
    onChildCrash(() => undefined);
    expect(crashes).toHaveLength(2);
  });

  test('because it took too much memory is restarted once', async () => {
    const readMemory = (): Promise<number> => Promise.resolve(2);
    const pool = createPool({ memoryBytes: 1, readMemory });
    const failure = expect(pool.call('hang')).rejects.toThrow('too much memory');
    for (const number of [0, 1]) {
      await untilJournal(`${number} hang`);
      await clock.advance(50);
    }
    await failure;
  });
});

test('memory that was read during an earlier call does not end the next one', async () => {
  let sayMemory: (bytes: number) => void = () => undefined;
  const readMemory = (): Promise<number> => new Promise((resolve) => (sayMemory = resolve));
  const pool = createPool({ memoryBytes: 1, readMemory });
  const first = pool.call('held first');
  await untilJournal('0 held first');
  await clock.advance(50);
  release();
  await first;
  const second = pool.call('held second');
  await untilJournal('0 held second');
  sayMemory(2);
  await nextTurn();
  expect(children[0]?.signalCode).toBeNull();
  release();
  await second;
});

describe('a process that hangs', () => {
  test('is killed at the limit; the call is retried once and then fails, and the pool keeps working', async () => {
    const pool = createPool({ timeoutSeconds: 100 });
    const failure = expect(pool.call('hang')).rejects.toThrow('took over 100 s');
    for (const number of [0, 1]) {
      await untilJournal(`${number} hang`);
      await clock.advance(99_999);
      expect(children[number]?.connected).toBe(true);
      await clock.advance(1);
      expect(children[number]?.signalCode).toBe('SIGKILL');
    }
    await failure;
    expect((await pool.call('next')).child).toBe(2);
  });

  test('while it loads has a separate limit', async () => {
    const failure = expect(createPool({ loadTimeoutSeconds: 7 }, 'hang').call('any')).rejects.toThrow(
      'over 7 s',
    );
    for (let number = 0; number < 2; number += 1) {
      await clock.untilWaiting();
      await clock.advance(7_000);
    }
    await failure;
  });
});

describe('a model that fails', () => {
  test('to load says why, and is not loaded again', async () => {
    const failure = createPool({}, 'fail').call('any');
    await expect(failure).rejects.toBeInstanceOf(ChildFailedError);
    await expect(failure).rejects.toThrow('It failed.');
    expect(children).toHaveLength(1);
  });

  test('on one request of a batch does not fail the others', async () => {
    const pool = createPool({ maximumBatch: 3 });
    const settled = await Promise.allSettled(
      ['before', 'fail', 'after'].map((request) => pool.call(request)),
    );
    expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(children).toHaveLength(1);
  });
});

describe('an abort', () => {
  const reason = new Error('No one waits any more.');

  test('of one call of a running batch leaves the others alone; of all, it cancels the batch', async () => {
    const pool = createPool({ maximumBatch: 2 });
    const [first, second] = [new AbortController(), new AbortController()];
    const calls = [pool.call('held', first.signal), pool.call('other', second.signal)];
    await untilJournal('0 held');
    first.abort(reason);
    await expect(calls[0]).rejects.toBe(reason);
    expect(journal).not.toContain('0 cancel');
    second.abort(reason);
    await expect(calls[1]).rejects.toBe(reason);
    await untilJournal('0 cancel');
    // A process that does not stop then is killed.
    await clock.advance(15_000);
    expect(children[0]?.signalCode).toBe('SIGKILL');
  });

  test('of a waiting call means that it never runs', async () => {
    const pool = createPool();
    const stop = new AbortController();
    const first = pool.call('held');
    const waiting = pool.call('waiting', stop.signal);
    await untilJournal('0 held');
    stop.abort(reason);
    await expect(waiting).rejects.toBe(reason);
    release();
    await first;
    await pool.call('last');
    expect(journal).toEqual(['0 held', '0 last']);
  });

  test('of a call whose process then dies does not bring it back', async () => {
    const pool = createPool();
    const stop = new AbortController();
    const aborted = pool.call('held', stop.signal);
    await untilJournal('0 held');
    stop.abort(reason);
    await expect(aborted).rejects.toBe(reason);
    children[0]?.end(null, 'SIGKILL');
    await pool.call('next');
    expect(journal.filter((entry) => entry.endsWith('held'))).toHaveLength(1);
  });

  test('before the call starts nothing', async () => {
    await expect(createPool().call('any', AbortSignal.abort(reason))).rejects.toBe(reason);
    expect(children).toEqual([]);
  });
});

describe('processes', () => {
  test('are as many as allowed, each with one batch at a time', async () => {
    const pool = createPool({ processes: 2 });
    const calls = ['held a', 'held b', 'c', 'd'].map((name) => pool.call(name));
    await untilJournal('1 held b');
    expect(journal).toEqual(['0 held a', '1 held b']);
    release();
    await Promise.all(calls);
    expect(children).toHaveLength(2);
  });

  test('exit when idle, and restart when needed', async () => {
    const pool = createPool({ idleShutdownSeconds: 60 });
    await pool.call('first');
    await clock.advance(59_000);
    await pool.call('second');
    await clock.advance(59_000);
    expect(children[0]?.connected).toBe(true);
    await clock.advance(1_000);
    expect(children[0]?.signalCode).toBe('SIGKILL');
    expect((await pool.call('third')).child).toBe(1);
  });

  test('are all gone after close, and what they did is rejected', async () => {
    const pool = createPool({ processes: 2 });
    const settled = Promise.allSettled(['held a', 'held b', 'waiting'].map((name) => pool.call(name)));
    await untilJournal('1 held b');
    await pool.close();
    expect(children.map(({ connected }) => connected)).toEqual([false, false]);
    for (const result of await settled)
      expect(result).toMatchObject({ reason: expect.any(ChildFailedError) as Error });
    await expect(pool.call('late')).rejects.toThrow('shut down');
  });
});
