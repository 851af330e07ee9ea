import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { childEnvironment } from '#server/config.ts';

export interface SeparateProcess {
  readonly processId: number;
  /** Standard output and standard error together. */
  output(): string;
  readonly exited: Promise<{ code: number | null; signal: NodeJS.Signals | null }>;
  /** Sends SIGTERM and waits for the end. Fine when it has ended already. */
  stop(): Promise<void>;
}

/** A program of the repository in a process of its own, as its npm script starts it. */
export function startProgram(
  file: string,
  options: {
    arguments?: readonly string[];
    /** For Node itself, such as a memory limit. */
    nodeArguments?: readonly string[];
    environment: NodeJS.ProcessEnv;
  },
): SeparateProcess {
  const path = join(import.meta.dirname, '..', file);
  const child = spawn(
    process.execPath,
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
    // 'exit', not 'close': a grandchild may hold the pipe. Last words may still be on their way.
    child.once('exit', (code, signal) => setTimeout(() => resolve({ code, signal }), 50));
  });
  const processId = child.pid;
  if (processId === undefined) throw new Error(`${file} cannot be started`);
  return {
    processId,
    output: () => text,
    exited,
    stop: async () => {
      if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM');
      await exited;
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
