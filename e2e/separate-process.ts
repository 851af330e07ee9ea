import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { childEnvironment } from '#server/config.ts';
import { until } from './lectern-process.ts';

export interface SeparateProcess {
  readonly processId: number;
  /** Standard output and standard error together. */
  output(): string;
  hasEnded(): boolean;
  readonly exited: Promise<{ code: number | null; signal: NodeJS.Signals | null }>;
  /** Sends SIGTERM and waits for the end. Fine when it has ended already. */
  stop(): Promise<void>;
}

const LAST_WORDS_MILLISECONDS = 2_000;

/** A program of the repository in its own process, as its npm script starts it. */
export function startProgram(
  file: string,
  options: {
    arguments?: readonly string[];
    /** For Node itself, such as a memory limit. */
    nodeArguments?: readonly string[];
    /** Where the program is installed with its own Node, by default this repository. */
    root?: string;
    environment: NodeJS.ProcessEnv;
  },
): SeparateProcess {
  const path = join(options.root ?? join(import.meta.dirname, '..'), file);
  const child = spawn(
    options.root === undefined ? process.execPath : join(options.root, 'node_modules/node/bin/node'),
    [...(options.nodeArguments ?? []), path, ...(options.arguments ?? [])],
    {
      env: childEnvironment({ LOG_LEVEL: 'info', ...options.environment }),
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  let text = '';
  const hear = (chunk: string): void => {
    text += chunk;
  };
  child.stdout.setEncoding('utf8').on('data', hear);
  child.stderr.setEncoding('utf8').on('data', hear);
  const exited = new Promise<{ code: number | null; signal: NodeJS.Signals | null }>((resolve) => {
    // Its last words may still be on their way, but a grandchild that holds the pipe is not waited for.
    child.once('exit', (code, signal) => {
      const settle = (): void => resolve({ code, signal });
      child.once('close', settle);
      setTimeout(settle, LAST_WORDS_MILLISECONDS).unref();
    });
  });
  const processId = child.pid;
  if (processId === undefined) throw new Error(`${file} cannot be started`);
  return {
    processId,
    output: () => text,
    hasEnded: () => child.exitCode !== null || child.signalCode !== null,
    exited,
    stop: async () => {
      if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM');
      await exited;
    },
  };
}

export interface ApiProcess extends SeparateProcess {
  /** Where it listens. @throws before it has said so */
  readonly origin: string;
  /** Resolves when it listens; rejects when it ends before. */
  readonly listening: Promise<void>;
}

const LISTENING = /Server listening at http:\/\/127\.0\.0\.1:(\d+)/u;

/** An api process on a port that the system chooses. */
export function startApi(options: Omit<Parameters<typeof startProgram>[1], 'arguments'>): ApiProcess {
  const api = startProgram('server/api.ts', {
    ...options,
    environment: { PORT: '0', ...options.environment },
  });
  const findPort = (): string | undefined => LISTENING.exec(api.output())?.[1];
  const listening = until('the api process listens', () => {
    if (api.hasEnded()) throw new Error(`The api process ended before it listened:\n${api.output()}`);
    return Promise.resolve(findPort() !== undefined);
  }).then(() => undefined);
  // Not everyone waits for it.
  listening.catch(() => undefined);
  return {
    ...api,
    listening,
    get origin() {
      const port = findPort();
      if (port === undefined)
        throw new Error(`The api process has not said where it listens:\n${api.output()}`);
      return `http://127.0.0.1:${port}`;
    },
  };
}

/** Runs a program to its end. @throws when it ends otherwise than with `code`, with all it said. */
export async function runProgram(
  file: string,
  options: { arguments?: readonly string[]; environment: NodeJS.ProcessEnv; code?: number },
): Promise<string> {
  const program = startProgram(file, options);
  const { code } = await program.exited;
  if (code !== (options.code ?? 0))
    throw new Error(`${file} ended with ${String(code)}: ${program.output()}`);
  return program.output();
}
