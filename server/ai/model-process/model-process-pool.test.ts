import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type {
  ScriptedRequest,
  ScriptedResult,
  ScriptedSettings,
} from './fixtures/scripted-model-protocol.ts';
import {
  createModelProcessPool,
  type ModelProcessPool,
  type ModelProcessPoolOptions,
} from './model-process-pool.ts';
import { ModelProcessCrashedError, ModelProcessFailedError } from './model-process.ts';

type Pool = ModelProcessPool<ScriptedRequest, ScriptedResult>;

let directory: string;
let pools: Pool[];

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'lectern-model-process-'));
  pools = [];
});
afterEach(async () => {
  await Promise.all(pools.map((pool) => pool.close()));
  await rm(directory, { recursive: true, force: true });
});

function createPool(
  options: Partial<ModelProcessPoolOptions<ScriptedSettings, ScriptedRequest>> = {},
  load?: ScriptedSettings['load'],
): Pool {
  const pool = createModelProcessPool<ScriptedSettings, ScriptedRequest, ScriptedResult>({
    childModule: new URL('./fixtures/scripted-model.child.ts', import.meta.url),
    settings: { journalPath: join(directory, 'journal'), ...(load ? { load } : {}) },
    processes: 1,
    ...options,
  });
  pools.push(pool);
  return pool;
}

async function readJournal(): Promise<{ processId: number; what: string }[]> {
  const text = await readFile(join(directory, 'journal'), 'utf8').catch(() => '');
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => ({ processId: Number.parseInt(line), what: line.replace(/^\d+ /, '') }));
}

async function listStartedProcesses(): Promise<number[]> {
  return (await readJournal()).filter((entry) => entry.what === 'loaded').map((entry) => entry.processId);
}

function isRunning(processId: number): boolean {
  try {
    process.kill(processId, 0);
    return true;
  } catch {
    return false;
  }
}

/** The process that began the request of that name for the given time. */
async function waitForStart(name: string, time = 1): Promise<number> {
  return vi.waitFor(
    async () => {
      const entry = (await readJournal()).filter(({ what }) => what === name)[time - 1];
      if (!entry) throw new Error(`${name} has not begun.`);
      return entry.processId;
    },
    { timeout: 30_000, interval: 10 },
  );
}

function open(gate: string): Promise<void> {
  return writeFile(gate, '');
}

describe('a process that dies', () => {
  test('by kill -9 in the middle of a call costs nothing: the call is made again in a new one', async () => {
    const pool = createPool();
    const gate = join(directory, 'gate');
    const call = pool.call({ name: 'held', untilFile: gate });
    const killed = await waitForStart('held');
    process.kill(killed, 'SIGKILL');
    await waitForStart('held', 2);
    await open(gate);
    const result = await call;
    expect(result.name).toBe('held');
    expect(result.processId).not.toBe(killed);
    expect(await pool.call({ name: 'next' })).toMatchObject({ processId: result.processId });
  });

  test('between two calls is replaced', async () => {
    const pool = createPool();
    const { processId } = await pool.call({ name: 'first' });
    process.kill(processId, 'SIGKILL');
    expect((await pool.call({ name: 'second' })).processId).not.toBe(processId);
  });

  test('a moment before a call, when nobody knows of it yet, is replaced', async () => {
    const pool = createPool();
    const { processId } = await pool.call({ name: 'first' });
    process.kill(processId, 'SIGKILL');
    // Holds up this event loop, and with it the news of the process's end.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 300);
    expect((await pool.call({ name: 'second' })).processId).not.toBe(processId);
  });

  test('twice on one request fails that request only', async () => {
    const pool = createPool({ maximumBatch: 3 });
    const calls = [
      pool.call({ name: 'before' }),
      pool.call({ name: 'poison', then: 'crash' }),
      pool.call({ name: 'after' }),
    ];
    const [before, poison, after] = await Promise.allSettled(calls);
    expect(before).toMatchObject({ status: 'fulfilled', value: { name: 'before' } });
    expect(after).toMatchObject({ status: 'fulfilled', value: { name: 'after' } });
    expect(poison).toMatchObject({ status: 'rejected', reason: { name: 'ModelProcessCrashedError' } });
    expect((await readJournal()).filter(({ what }) => what === 'poison')).toHaveLength(2);
    expect(await pool.call({ name: 'later' })).toMatchObject({ name: 'later' });
  });

  test('while it loads is tried once more, not for ever', async () => {
    const pool = createPool({}, 'crash');
    await expect(pool.call({ name: 'any' })).rejects.toBeInstanceOf(ModelProcessCrashedError);
    expect(await listStartedProcesses()).toHaveLength(2);
  });
});

describe('a process that hangs', () => {
  test('is ended at the time limit; the call is tried once more and then fails, and the pool goes on', async () => {
    const pool = createPool({ timeoutSeconds: 1 });
    await expect(pool.call({ name: 'stuck', then: 'hang' })).rejects.toBeInstanceOf(ModelProcessCrashedError);
    const started = (await readJournal()).filter(({ what }) => what === 'stuck');
    expect(new Set(started.map(({ processId }) => processId)).size).toBe(2);
    expect(await pool.call({ name: 'next' })).toMatchObject({ name: 'next' });
    await pool.close();
    for (const { processId } of started) expect(isRunning(processId)).toBe(false);
  });

  test('while it loads is ended too', async () => {
    const pool = createPool({ loadTimeoutSeconds: 1 }, 'hang');
    await expect(pool.call({ name: 'any' })).rejects.toBeInstanceOf(ModelProcessCrashedError);
    const started = await listStartedProcesses();
    await pool.close();
    for (const processId of started) expect(isRunning(processId)).toBe(false);
  });
});

describe('a model that fails', () => {
  test('to load says why', async () => {
    const pool = createPool({}, 'fail');
    const failure = pool.call({ name: 'any' });
    await expect(failure).rejects.toBeInstanceOf(ModelProcessFailedError);
    await expect(failure).rejects.toThrow('The model file is cut short.');
    expect(await listStartedProcesses()).toHaveLength(1);
  });

  test('on one request of a batch does not fail the others', async () => {
    const pool = createPool({ maximumBatch: 3 });
    const calls = ['before', 'bad', 'after'].map((name) =>
      pool.call({ name, ...(name === 'bad' ? { then: 'fail' as const } : {}) }),
    );
    const [before, bad, after] = await Promise.allSettled(calls);
    expect(before).toMatchObject({ value: { name: 'before' } });
    expect(after).toMatchObject({ value: { name: 'after' } });
    expect(bad).toMatchObject({ reason: { name: 'ModelProcessFailedError', message: 'bad failed.' } });
    expect(await listStartedProcesses()).toHaveLength(1);
  });
});

describe('an abort', () => {
  test('of a call in a running batch leaves the others of the batch alone', async () => {
    const pool = createPool({ maximumBatch: 2 });
    const gate = join(directory, 'gate');
    const stop = new AbortController();
    const aborted = pool.call({ name: 'aborted', untilFile: gate }, stop.signal);
    const other = pool.call({ name: 'other' });
    const processId = await waitForStart('aborted');
    stop.abort(new Error('Nobody waits any more.'));
    await expect(aborted).rejects.toThrow('Nobody waits any more.');
    await open(gate);
    expect(await other).toEqual({ name: 'other', processId, batchSize: 2 });
  });

  test('of a waiting call means that it never runs', async () => {
    const pool = createPool();
    const gate = join(directory, 'gate');
    const stop = new AbortController();
    const first = pool.call({ name: 'first', untilFile: gate });
    const waiting = pool.call({ name: 'waiting' }, stop.signal);
    await waitForStart('first');
    stop.abort(new Error('Nobody waits any more.'));
    await expect(waiting).rejects.toThrow('Nobody waits any more.');
    await open(gate);
    await first;
    await pool.call({ name: 'last' });
    expect((await readJournal()).map(({ what }) => what)).toEqual(['loaded', 'first', 'last']);
  });

  test('of a call whose process then dies does not bring it back', async () => {
    const pool = createPool();
    const stop = new AbortController();
    const aborted = pool.call({ name: 'aborted', untilFile: join(directory, 'never') }, stop.signal);
    const processId = await waitForStart('aborted');
    stop.abort(new Error('Nobody waits any more.'));
    await expect(aborted).rejects.toThrow('Nobody waits any more.');
    process.kill(processId, 'SIGKILL');
    await pool.call({ name: 'next' });
    expect((await readJournal()).filter(({ what }) => what === 'aborted')).toHaveLength(1);
  });

  test('before the call starts nothing', async () => {
    const reason = new Error('Nobody waits any more.');
    await expect(createPool().call({ name: 'any' }, AbortSignal.abort(reason))).rejects.toBe(reason);
    expect(await readJournal()).toEqual([]);
  });
});

describe('processes', () => {
  test('are as many as allowed, each with one batch at a time', async () => {
    const pool = createPool({ processes: 2 });
    const gate = join(directory, 'gate');
    const calls = ['a', 'b', 'c', 'd'].map((name) => pool.call({ name, untilFile: gate }));
    const [first, second] = [await waitForStart('a'), await waitForStart('b')];
    expect(first).not.toBe(second);
    expect((await readJournal()).some(({ what }) => what === 'c')).toBe(false);
    await open(gate);
    const results = await Promise.all(calls);
    expect(results.map(({ name }) => name)).toEqual(['a', 'b', 'c', 'd']);
    for (const { processId } of results) expect([first, second]).toContain(processId);
  });

  test('end when idle, and come back when needed', async () => {
    const pool = createPool({ idleShutdownSeconds: 0.1 });
    const { processId } = await pool.call({ name: 'first' });
    await vi.waitFor(() => expect(isRunning(processId)).toBe(false), { timeout: 30_000 });
    expect((await pool.call({ name: 'second' })).processId).not.toBe(processId);
  });

  test('are all gone after close, and what they did is rejected', async () => {
    const pool = createPool({ processes: 2 });
    const { processId: idle } = await pool.call({ name: 'first' });
    const calls = ['busy', 'other', 'waiting'].map((name) =>
      pool.call({ name, untilFile: join(directory, 'never') }),
    );
    const settled = Promise.allSettled(calls);
    const busy = await waitForStart('busy');
    const other = await waitForStart('other');
    expect(busy).toBe(idle);
    await pool.close();
    expect([isRunning(busy), isRunning(other)]).toEqual([false, false]);
    for (const result of await settled) {
      expect(result).toMatchObject({ status: 'rejected', reason: { name: 'ModelProcessCrashedError' } });
    }
    await expect(pool.call({ name: 'late' })).rejects.toThrow('shut down');
    expect(await listStartedProcesses()).toHaveLength(2);
  });
});
