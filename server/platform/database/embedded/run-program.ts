import { spawn } from 'node:child_process';
import { cannotExecute, hasCode } from './binaries.ts';
import { EmbeddedPostgresError } from './embedded-postgres-error.ts';
import { type Launch, commandLine, serverEnvironment } from './server-account.ts';

/**
 * Runs one of PostgreSQL's programs to its end, feeding it `input`.
 * Throws an EmbeddedPostgresError with what it wrote when it fails, or the signal's reason when aborted.
 */
export async function runProgram(options: {
  launch: Launch;
  program: string;
  arguments: readonly string[];
  input?: string;
  signal?: AbortSignal | undefined;
}): Promise<void> {
  const [command, commandArguments] = commandLine(options.launch, options.program, options.arguments);
  const child = spawn(command, commandArguments, {
    ...options.launch.options,
    env: serverEnvironment,
    cwd: '/',
    // Its own session: a Ctrl-C at the terminal is ours to pass on.
    detached: true,
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  let output = '';
  const collect = (chunk: Buffer): void => {
    output = (output + chunk.toString('utf8')).slice(-8192);
  };
  child.stdout.on('data', collect);
  child.stderr.on('data', collect);
  // The program may end before it has read its input: its exit code says whether it failed.
  child.stdin.on('error', () => undefined);
  child.stdin.end(options.input ?? '');
  const abort = (): void => {
    child.kill('SIGTERM');
  };
  options.signal?.addEventListener('abort', abort, { once: true });
  try {
    const [code, signal] = await new Promise<[number | null, string | null]>((resolve, reject) => {
      child.once('error', (error) =>
        reject(hasCode(error, 'ENOENT') ? cannotExecute(command, error) : error),
      );
      child.once('close', (exitCode, exitSignal) => resolve([exitCode, exitSignal]));
    });
    options.signal?.throwIfAborted();
    if (code === 0) return;
    // 127: setpriv found the program but not its loader.
    if (code === 127) throw cannotExecute(options.program, output);
    throw new EmbeddedPostgresError(
      `${options.program} failed (${signal ?? `exit code ${String(code)}`}): ${output.trim()}`,
    );
  } finally {
    options.signal?.removeEventListener('abort', abort);
  }
}
