import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ManualClock } from '#server/testing/manual-clock.ts';
import type { ScriptedRequest, ScriptedResult, ScriptedSettings } from './fixtures/scripted-protocol.ts';
import { createChildPool, type ChildPool, type ChildPoolOptions } from './child-pool.ts';
import { onChildCrash } from './watched-child.ts';
import { ChildCrashedError } from './pooled-child.ts';

type Pool = ChildPool<ScriptedRequest, ScriptedResult>;

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

function createPool(options: Partial<ChildPoolOptions<ScriptedSettings>> = {}): Pool {
  const pool = createChildPool<ScriptedSettings, ScriptedRequest, ScriptedResult>({
    childModule: new URL('./fixtures/scripted.child.ts', import.meta.url),
    settings: { journalPath: join(directory, 'journal') },
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

test('replaces a process that died unnoticed just before a call', async () => {
  const pool = createPool();
  const { processId } = await pool.call({ name: 'first' });
  process.kill(processId, 'SIGKILL');
  // Holds up this event loop, and with it the news of the process's end.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 300);
  expect((await pool.call({ name: 'second' })).processId).not.toBe(processId);
});

test('a process that hangs in native code is gone after the limit', async () => {
  const clock = new ManualClock();
  const pool = createPool({ clock });
  const failure = expect(pool.call({ name: 'stuck', then: 'hang' })).rejects.toBeInstanceOf(
    ChildCrashedError,
  );
  const started: number[] = [];
  for (const time of [1, 2]) {
    started.push(await waitForStart('stuck', time));
    await clock.advance(120_000);
  }
  await failure;
  expect(await pool.call({ name: 'next' })).toMatchObject({ name: 'next' });
  await pool.close();
  for (const processId of started) expect(isRunning(processId)).toBe(false);
});

test('reports to the caller and the log why a process broke', async () => {
  const crashes: Error[] = [];
  onChildCrash((error) => crashes.push(error));
  await expect(createPool().call({ name: 'any', then: 'break' })).rejects.toThrow(
    /scripted\.child\.ts ended \(exit code 1\).*the reason it breaks/su,
  );
  onChildCrash(() => undefined);
  expect(crashes).toHaveLength(2);
});

test('no process is left after close', async () => {
  const pool = createPool({ processes: 2 });
  const calls = ['busy', 'other'].map((name) => pool.call({ name, untilFile: join(directory, 'never') }));
  const settled = Promise.allSettled(calls);
  const started = [await waitForStart('busy'), await waitForStart('other')];
  await pool.close();
  expect(started.map(isRunning)).toEqual([false, false]);
  await settled;
});
