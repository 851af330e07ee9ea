import { fork, type ChildProcess } from 'node:child_process';
import type { FromModelProcess, ToModelProcess } from './model-process-protocol.ts';

/** The process ended, or was ended, while it worked: a crash of native code, out of memory, a time-out. */
export class ModelProcessCrashedError extends Error {
  override readonly name = 'ModelProcessCrashedError';
}

/** The model ran and failed, or could not be loaded. */
export class ModelProcessFailedError extends Error {
  override readonly name = 'ModelProcessFailedError';
}

/** One running child with its model loaded. Not for several calls at once: a pool gives it one at a time. */
export interface ModelProcess<Request, Result> {
  run(requests: readonly Request[]): Promise<readonly Result[]>;
  isAlive(): boolean;
  /** Whether waiting for this child keeps the parent's event loop alive. */
  setBusy(busy: boolean): void;
  kill(): void;
}

/**
 * Starts a child process from a module that calls `serveModel`, with an empty environment.
 * @param timeoutSeconds a call that takes longer ends the process.
 */
export function startModelProcess<Request, Result>(options: {
  readonly childModule: URL;
  readonly settings: unknown;
  readonly timeoutSeconds: number;
}): ModelProcess<Request, Result> {
  const child: ChildProcess = fork(options.childModule, [], {
    execArgv: [],
    env: {},
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  let alive = true;
  let lastErrorOutput = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    lastErrorOutput = (lastErrorOutput + text).slice(-2000);
  });

  function exchange(message: ToModelProcess<unknown, Request>): Promise<FromModelProcess<Result>> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        child.kill('SIGKILL');
        finish(() =>
          reject(new ModelProcessCrashedError(`A model process took over ${options.timeoutSeconds} s.`)),
        );
      }, options.timeoutSeconds * 1000);
      const onMessage = (answer: FromModelProcess<Result>) => finish(() => resolve(answer));
      const onGone = (code: number | null, signalName: string | null) => {
        const ending = signalName ?? `exit code ${code ?? 'unknown'}`;
        finish(() =>
          reject(
            new ModelProcessCrashedError(`A model process ended (${ending}). ${lastErrorOutput}`.trim()),
          ),
        );
      };
      const onError = (error: Error) =>
        finish(() => reject(new ModelProcessCrashedError(error.message, { cause: error })));
      function finish(settle: () => void): void {
        clearTimeout(timer);
        child.off('message', onMessage);
        child.off('exit', onGone);
        child.off('error', onError);
        settle();
      }
      child.on('message', onMessage);
      child.on('exit', onGone);
      child.on('error', onError);
      if (!alive) {
        onGone(child.exitCode, child.signalCode);
        return;
      }
      child.send(message, (error) => {
        if (error) onError(error);
      });
    });
  }

  child.on('exit', () => {
    alive = false;
  });
  // An 'error' without a listener would end the parent, also between two calls.
  child.on('error', () => {
    alive = false;
  });

  const loaded = exchange({ type: 'load', settings: options.settings });
  // The first run() reports the failure; until then it is no unhandled rejection.
  loaded.catch(() => undefined);

  async function run(requests: readonly Request[]): Promise<readonly Result[]> {
    const loading = await loaded;
    if (loading.type === 'failed') {
      child.kill('SIGKILL');
      alive = false;
      throw new ModelProcessFailedError(loading.message);
    }
    const answer = await exchange({ type: 'run', requests });
    if (answer.type === 'failed') throw new ModelProcessFailedError(answer.message);
    if (answer.type !== 'results' || answer.results.length !== requests.length) {
      throw new ModelProcessFailedError(
        'A model process gave another number of results than it was asked for.',
      );
    }
    return answer.results;
  }

  return {
    run,
    isAlive: () => alive && child.connected,
    setBusy(busy) {
      const stderr = child.stderr as (NodeJS.ReadableStream & { ref?(): void; unref?(): void }) | null;
      if (busy) {
        child.ref();
        child.channel?.ref();
        stderr?.ref?.();
      } else {
        child.unref();
        child.channel?.unref();
        stderr?.unref?.();
      }
    },
    kill() {
      alive = false;
      child.kill('SIGKILL');
    },
  };
}
