import { spawn } from 'node:child_process';

/** Ends the program when its own standard input does, which the death of the test run causes too. */
const WRAPPER = '"$@" & program=$!; trap "kill $program" TERM; read -r _; kill $program; wait $program';

export interface StartedProcess {
  /** What `isReady` found in its output. */
  readonly found: string;
  readonly stop: () => Promise<void>;
}

/**
 * Starts a server for a test and waits until its output says that it is ready.
 * @param ready the first group is what is found, such as a port.
 * @throws {Error} with its output, when it ends before.
 */
export function startProcess(options: {
  readonly command: readonly string[];
  readonly ready: RegExp;
  readonly directory: string;
  readonly environment?: Record<string, string>;
}): Promise<StartedProcess> {
  const { command, ready, directory, environment } = options;
  const child = spawn('sh', ['-c', WRAPPER, 'sh', ...command], {
    cwd: directory,
    ...(environment === undefined ? {} : { env: environment }),
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const ended = new Promise<void>((resolve) => {
    child.once('close', () => resolve());
  });
  const stop = async (): Promise<void> => {
    child.stdin.end();
    await ended;
  };
  return new Promise((resolve, reject) => {
    let output = '';
    const read = (text: Buffer): void => {
      output += String(text);
      const found = ready.exec(output)?.[1];
      if (found === undefined) return;
      // Read on, since a full pipe would stop it.
      child.stdout.off('data', read).resume();
      child.stderr.off('data', read).resume();
      resolve({ found, stop });
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    child.once('error', reject);
    void ended.then(() => reject(new Error(`${command.join(' ')} ended: ${output.slice(0, 2000)}`)));
  });
}
