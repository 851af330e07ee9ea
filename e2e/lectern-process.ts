import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { childEnvironment } from '#server/config.ts';
import { clusterPaths } from '#server/platform/database/embedded/cluster-paths.ts';
import { findPostmasterFile } from '#server/platform/database/embedded/postmaster-file.ts';
import { listDescendants, listProcesses } from './process-table.ts';

const READY = /^Lectern is ready: open http:\/\/\S+:(\d+)\/$/mu;
const ROOT = join(import.meta.dirname, '..');
const MAIN = join(ROOT, 'server/main.ts');

export type LecternPart = 'api' | 'worker' | 'database';

export interface LecternProcess {
  readonly processId: number;
  readonly origin: string;
  readonly dataDirectory: string;
  /** From the spawn to the line that says it is ready. */
  readonly readyMilliseconds: number;
  /** What it has written so far, stdout and stderr together. */
  output(): string;
  findPart(part: LecternPart): Promise<number | undefined>;
  getPart(part: LecternPart): Promise<number>;
  readonly exited: Promise<{ code: number | null; signal: NodeJS.Signals | null }>;
  /** Sends SIGTERM and waits for the end. Fine when it has ended already. */
  stop(): Promise<void>;
}

export interface LecternOptions {
  readonly dataDirectory: string;
  /** The system chooses one when not given. */
  readonly port?: number;
  readonly environment?: NodeJS.ProcessEnv;
  /** A program and its arguments to put before, such as `setpriv`. */
  readonly prefix?: readonly string[];
  /** Starts it with this script of npm, as documented. */
  readonly script?: 'start' | 'demo';
  /** In its own process group, as a shell starts it at a terminal. */
  readonly ownGroup?: boolean;
}

/** Starts Lectern as `npm start` does, without waiting for it. */
export function launchLectern(
  options: LecternOptions,
): Omit<LecternProcess, 'readyMilliseconds'> & { readonly ready: Promise<number> } {
  const started = performance.now();
  const { prefix = [] } = options;
  const command = options.script === undefined ? [process.execPath, MAIN] : ['npm', 'run', options.script];
  const [program = '', ...programArguments] = [...prefix, ...command];
  const child = spawn(program, programArguments, {
    env: childEnvironment({
      DATA_DIR: options.dataDirectory,
      PORT: String(options.port ?? 0),
      DATABASE_URL: '',
      LOG_LEVEL: 'info',
      // A machine that runs many tests at once is slow; tests that measure lateness set their own limit.
      LIMITS_FACTOR: '100000',
      ...options.environment,
    }),
    cwd: ROOT,
    detached: options.ownGroup ?? false,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let text = '';
  const { promise: ready, resolve, reject } = Promise.withResolvers<number>();
  const hear = (chunk: string): void => {
    text += chunk;
    if (READY.test(text)) resolve(performance.now() - started);
  };
  child.stdout.setEncoding('utf8').on('data', hear);
  child.stderr.setEncoding('utf8').on('data', hear);
  const exited = new Promise<{ code: number | null; signal: NodeJS.Signals | null }>((settle) => {
    child.once('exit', (code, signal) => {
      // Its last words may still be on their way; a grandchild may hold the pipe, so 'close' shows nothing.
      setImmediate(() => {
        reject(new Error(`Lectern ended (${String(signal ?? code)}) before it was ready:\n${text}`));
        settle({ code, signal });
      });
    });
  });
  // Not everyone waits for it.
  ready.catch(() => undefined);
  const processId = child.pid;
  if (processId === undefined) throw new Error(`${program} cannot be started`);
  const findPart = (part: LecternPart): Promise<number | undefined> =>
    part === 'database' ? findDatabaseOf(options.dataDirectory) : findPartOf(processId, part);
  return {
    processId,
    get origin() {
      const port = READY.exec(text)?.[1];
      if (port === undefined) throw new Error(`Lectern has not said where it listens:\n${text}`);
      return `http://127.0.0.1:${port}`;
    },
    dataDirectory: options.dataDirectory,
    ready,
    output: () => text,
    findPart,
    getPart: async (part) => {
      const found = await findPart(part);
      if (found === undefined) throw new Error(`There is no ${part} process below ${processId}`);
      return found;
    },
    exited,
    stop: async () => {
      if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM');
      await exited;
    },
  };
}

/** Starts Lectern as `npm start` does and waits until it says that it is ready. */
export async function startLectern(options: LecternOptions): Promise<LecternProcess> {
  const lectern = launchLectern(options);
  const readyMilliseconds = await lectern.ready;
  return { ...lectern, origin: lectern.origin, readyMilliseconds };
}

const PART_COMMANDS = { api: /server\/api\.ts$/u, worker: /server\/worker\.ts$/u };

async function findPartOf(mainId: number, part: 'api' | 'worker'): Promise<number | undefined> {
  const processes = await listDescendants(mainId);
  return processes.find(({ command }) => PART_COMMANDS[part].test(command))?.processId;
}

/** A database that outlived its Lectern has no parent process, so it is found by PostgreSQL's pid file. */
async function findDatabaseOf(dataDirectory: string): Promise<number | undefined> {
  const file = await findPostmasterFile(clusterPaths(dataDirectory).postmasterFile);
  const processes = await listProcesses();
  return processes.find(({ processId }) => processId === file?.processId)?.processId;
}

/** Asks until the answer is something. @throws after `timeoutMs` (60 s), naming what was waited for. */
export async function until<Result>(
  what: string,
  ask: () => Promise<Result | undefined | false>,
  timeoutMs = 60_000,
): Promise<Result> {
  const giveUpAt = performance.now() + timeoutMs;
  for (;;) {
    const answer = await ask();
    if (answer !== undefined && answer !== false) return answer;
    if (performance.now() > giveUpAt) throw new Error(`Not within ${timeoutMs / 1000} s: ${what}`);
    await sleep(50);
  }
}
