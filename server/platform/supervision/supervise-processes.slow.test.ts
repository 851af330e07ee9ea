import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, test } from 'vitest';
import { type Supervisor, superviseProcesses } from './supervise-processes.ts';

const fixture = (name: string): string => fileURLToPath(new URL(`fixtures/${name}`, import.meta.url));
const directories: string[] = [];
const supervisors: Supervisor[] = [];

async function makeJournal(): Promise<{ file: string; lines: () => Promise<string[]> }> {
  const directory = await mkdtemp(path.join(tmpdir(), 'lectern-supervision-'));
  directories.push(directory);
  const file = path.join(directory, 'journal');
  const lines = async (): Promise<string[]> =>
    (await readFile(file, 'utf8').catch(() => '')).split('\n').filter((line) => line !== '');
  return { file, lines };
}

async function supervise(
  behaviours: Record<string, string>,
): Promise<{ supervisor: Supervisor; lines: () => Promise<string[]>; messages: string[] }> {
  const { file, lines } = await makeJournal();
  const messages: string[] = [];
  const say = (message: string): void => {
    messages.push(message);
  };
  const supervisor = superviseProcesses({
    processes: Object.entries(behaviours).map(([name, behaviour]) => ({
      name,
      file: fixture('supervised-child.ts'),
      arguments: [name, file, behaviour],
      environment: {},
      readyTimeoutMs: 20_000,
      stopTimeoutMs: 20_000,
    })),
    log: { info: say, warn: say, error: say },
  });
  supervisors.push(supervisor);
  return { supervisor, lines, messages };
}

async function until(condition: () => Promise<boolean> | boolean): Promise<void> {
  const deadline = performance.now() + 30_000;
  while (!(await condition())) {
    if (performance.now() > deadline) throw new Error('Did not happen within 30 s');
    await sleep(20);
  }
}

afterEach(async () => {
  for (const supervisor of supervisors.splice(0)) {
    const stopped = supervisor.stop();
    supervisor.hurry();
    await stopped;
  }
  for (const directory of directories.splice(0)) await rm(directory, { recursive: true, force: true });
});

describe('a supervisor', () => {
  test('is ready when all are, and stops them one after the other in order', async () => {
    const { supervisor, lines } = await supervise({ api: '', worker: '' });
    await supervisor.ready;
    expect(supervisor.listStatus().map(({ state }) => state)).toEqual(['ready', 'ready']);
    await Promise.all([supervisor.stop(), supervisor.stop()]);
    expect((await lines()).slice(2)).toEqual([
      'api stopping asked-by-supervisor',
      'api stopped',
      'worker stopping asked-by-supervisor',
      'worker stopped',
    ]);
    expect(supervisor.listStatus()).toEqual([
      { name: 'api', state: 'stopped', processId: undefined, restarts: 0 },
      { name: 'worker', state: 'stopped', processId: undefined, restarts: 0 },
    ]);
  });

  test('brings a killed process back and leaves the other alone', async () => {
    const { supervisor, messages } = await supervise({ api: '', worker: '' });
    await supervisor.ready;
    const [api, worker] = supervisor.listStatus();
    process.kill(api!.processId!, 'SIGKILL');
    await until(
      () => supervisor.listStatus()[0]!.restarts === 1 && supervisor.listStatus()[0]!.state === 'ready',
    );
    expect(supervisor.listStatus()[0]!.processId).not.toBe(api!.processId);
    expect(supervisor.listStatus()[1]!.processId).toBe(worker!.processId);
    expect(messages).toContain('api ended unexpectedly (SIGKILL); starting it again');
  });

  test('says what a process that never starts wrote last', async () => {
    const { supervisor } = await supervise({ api: '', worker: 'broken' });
    await expect(supervisor.ready).rejects.toThrow(
      /^worker does not start \(exit code 1\)[^]*the reason it breaks/u,
    );
    expect(supervisor.listStatus()[0]!.state).not.toBe('stopped');
  });

  test('in a hurry kills what still runs, and starts none of it again', async () => {
    const { supervisor } = await supervise({ api: 'stuck', worker: 'stuck' });
    await supervisor.ready;
    const stopped = supervisor.stop();
    supervisor.hurry();
    await stopped;
    expect(supervisor.listStatus().map(({ state, restarts }) => ({ state, restarts }))).toEqual([
      { state: 'stopped', restarts: 0 },
      { state: 'stopped', restarts: 0 },
    ]);
  });
});

describe('at a terminal', () => {
  /** A main process and its children in their own process group, as a shell starts them. */
  async function startMain(secondBehaviour = ''): Promise<{
    interruptGroup: () => void;
    kill: () => void;
    exited: Promise<unknown>;
    output: () => string;
    lines: () => Promise<string[]>;
  }> {
    const { file, lines } = await makeJournal();
    const main = spawn(process.execPath, [fixture('supervising-main.ts'), file, secondBehaviour], {
      detached: true,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let output = '';
    main.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      output += chunk;
    });
    const exited = once(main, 'close');
    await until(() => output.includes('all ready'));
    return {
      interruptGroup: () => process.kill(-main.pid!, 'SIGINT'),
      kill: () => main.kill('SIGKILL'),
      exited,
      output: () => output,
      lines,
    };
  }

  test('Ctrl-C, which reaches every process and through npm twice, stops all in order', async () => {
    const main = await startMain();
    main.interruptGroup();
    main.interruptGroup();
    expect(await main.exited).toEqual([0, null]);
    expect((await main.lines()).slice(2)).toEqual([
      'api stopping asked-by-supervisor',
      'api stopped',
      'worker stopping asked-by-supervisor',
      'worker stopped',
    ]);
    expect(main.output()).not.toContain('in a hurry');
  });

  test('a second Ctrl-C hurries', async () => {
    const main = await startMain('stuck');
    main.interruptGroup();
    await until(async () => (await main.lines()).includes('worker stopping asked-by-supervisor'));
    await sleep(600);
    main.interruptGroup();
    expect(await main.exited).toEqual([0, null]);
    expect(main.output()).toContain('Stopping in a hurry');
  });

  test('children notice the death of the main process and stop by themselves', async () => {
    const main = await startMain();
    main.kill();
    await until(async () => (await main.lines()).filter((line) => line.endsWith(' stopped')).length === 2);
    expect(await main.lines()).toContain('api stopping supervisor-gone');
    expect(await main.lines()).toContain('worker stopping supervisor-gone');
    await main.exited;
  });
});
