import { spawn, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Clock } from '#server/clock.ts';
import type { ConfinedProgram } from '#server/confinement/confinement.ts';
import { findEndSignal, spawnConfined } from '#server/confinement/spawn-confined.ts';
import { priorityEnvironment } from '#server/lower-priority.ts';
import { findResidentBytes } from '#server/process-memory.ts';
import type { FromModelProcess, ToModelProcess } from './model-process-protocol.ts';

/** The process ended, or was ended, while it worked: a crash of native code, out of memory, a time-out. */
export class ModelProcessCrashedError extends Error {
  override readonly name = 'ModelProcessCrashedError';
}

/** The model ran and failed, or could not be loaded. */
export class ModelProcessFailedError extends Error {
  override readonly name = 'ModelProcessFailedError';
}

/** How long a cancelled batch may take to stop before its process is ended. */
const CANCEL_GRACE_MILLISECONDS = 15_000;
const MEMORY_LOOK_MILLISECONDS = 50;

export interface RunListener {
  readonly onStart?: (() => void) | undefined;
  readonly onPiece?: ((piece: unknown) => void) | undefined;
}

/** One running child with its model loaded. Not for several calls at once: a pool gives it one at a time. */
export interface ModelProcess<Request, Result> {
  /** @param listener.onStart is called once the model is loaded and the batch is sent. */
  run(requests: readonly Request[], listener?: RunListener): Promise<readonly Result[]>;
  /** Asks the child to stop the batch that runs, and ends the process if it does not stop soon. */
  cancel(): void;
  isAlive(): boolean;
  /** Whether waiting for this child keeps the parent's event loop alive. */
  setBusy(busy: boolean): void;
  /** Ends the child at once. Resolves when it is gone. */
  kill(): Promise<void>;
}

/** See {@link ConfinedProgram}. */
export type ModelPermissions = Pick<ConfinedProgram, 'readablePaths' | 'usesNativeCode' | 'usesThreads'>;

interface ChildOptions {
  readonly childModule: URL;
  readonly environment?: Readonly<Record<string, string>>;
  readonly maximumHeapMegabytes?: number | undefined;
  readonly confined?: ModelPermissions | undefined;
}

/** Starts the process with a channel for messages. */
export type StartChild = (options: ChildOptions) => ChildProcess;

/**
 * Starts a child process from a module that calls `serveModel`, with an environment of its own: nothing of this one's.
 * @param options.timeoutSeconds a call that takes longer ends the process; loading has a limit of its own.
 */
export function startModelProcess<Request, Result>(options: {
  readonly childModule: URL;
  readonly settings: unknown;
  readonly environment?: Readonly<Record<string, string>>;
  readonly timeoutSeconds: number;
  readonly loadTimeoutSeconds: number;
  readonly clock: Clock;
  /** For JavaScript objects; what native code allocates does not count. */
  readonly maximumHeapMegabytes?: number | undefined;
  /** Resident memory, of all kinds, at which the process is ended. */
  readonly memoryBytes?: number | undefined;
  readonly readMemory?: typeof findResidentBytes | undefined;
  /** What a confined process may do. Unset: it is not confined, because it has to connect somewhere or use a device. */
  readonly confined?: ModelPermissions | undefined;
  readonly startChild?: StartChild | undefined;
}): ModelProcess<Request, Result> {
  const { clock, readMemory = findResidentBytes } = options;
  const child = (options.startChild ?? startChild)(options);
  // False from the moment that it is killed: it must get no further call while it is dying.
  let alive = true;
  let lastErrorOutput = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    lastErrorOutput = (lastErrorOutput + text).slice(-2000);
  });

  const gone = new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
    // A process that could not be started never exits.
    child.once('error', () => {
      if (child.pid === undefined) resolve();
    });
  });
  function kill(): Promise<void> {
    alive = false;
    // An idle child does not keep the parent alive; whoever waits for its end must see it.
    child.ref();
    child.kill('SIGKILL');
    return gone;
  }

  /** Ends the process when it grows too large; returns how to stop looking. */
  function watchMemory(memoryBytes: number, onTooLarge: () => void): () => void {
    const look = async () => {
      const bytes = child.pid === undefined ? undefined : await readMemory(child.pid);
      if (bytes !== undefined && bytes > memoryBytes && alive) {
        onTooLarge();
        void kill();
      }
    };
    return clock.every(MEMORY_LOOK_MILLISECONDS, () => void look());
  }

  function exchange(
    message: ToModelProcess<unknown, Request>,
    timeoutSeconds: number,
    onPiece?: (piece: unknown) => void,
  ): Promise<FromModelProcess<Result>> {
    return new Promise((resolve, reject) => {
      const cancelLimit = clock.after(timeoutSeconds * 1000, () => {
        void kill();
        finish(() => reject(new ModelProcessCrashedError(`A model process took over ${timeoutSeconds} s.`)));
      });
      const onMessage = (answer: FromModelProcess<Result>) => {
        if (answer.type === 'piece') onPiece?.(answer.piece);
        else finish(() => resolve(answer));
      };
      const onGone = (code: number | null, signalName: string | null) => {
        const ending = findEndSignal(code, signalName) ?? `exit code ${code ?? 'unknown'}`;
        finish(() =>
          reject(
            new ModelProcessCrashedError(`A model process ended (${ending}). ${lastErrorOutput}`.trim()),
          ),
        );
      };
      const onError = (error: Error) =>
        finish(() => reject(new ModelProcessCrashedError(error.message, { cause: error })));
      const stopWatching =
        options.memoryBytes === undefined
          ? () => undefined
          : watchMemory(options.memoryBytes, () => {
              finish(() => reject(new ModelProcessCrashedError('A model process took too much memory.')));
            });
      function finish(settle: () => void): void {
        cancelLimit();
        stopWatching();
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
        if (!error) return;
        // It may have died so lately that its end is not known here yet: what cannot be written to gets nothing more.
        void kill();
        onError(error);
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

  const loaded = exchange({ type: 'load', settings: options.settings }, options.loadTimeoutSeconds);
  // The first run() reports the failure; until then it is no unhandled rejection.
  loaded.catch(() => undefined);

  let isCancelled = false;
  let endGrace: (() => void) | undefined;
  function cancel(): void {
    if (isCancelled || !alive) return;
    isCancelled = true;
    endGrace = clock.after(CANCEL_GRACE_MILLISECONDS, () => void kill());
    // A child that has just died needs no cancelling.
    child.send({ type: 'cancel' } satisfies ToModelProcess<unknown, Request>, () => undefined);
  }

  async function run(requests: readonly Request[], listener: RunListener = {}): Promise<readonly Result[]> {
    isCancelled = false;
    try {
      return await runUntilAnswer(requests, listener);
    } finally {
      endGrace?.();
    }
  }

  async function runUntilAnswer(
    requests: readonly Request[],
    listener: RunListener,
  ): Promise<readonly Result[]> {
    const loading = await loaded;
    if (loading.type === 'failed') {
      void kill();
      throw new ModelProcessFailedError(loading.message);
    }
    if (isCancelled) throw new ModelProcessFailedError('The request was cancelled.');
    listener.onStart?.();
    const answer = await exchange({ type: 'run', requests }, options.timeoutSeconds, listener.onPiece);
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
    cancel,
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
    kill,
  };
}

function startChild(options: ChildOptions): ChildProcess {
  const module = fileURLToPath(options.childModule);
  const nodeArguments =
    options.maximumHeapMegabytes === undefined
      ? []
      : [`--max-old-space-size=${options.maximumHeapMegabytes}`];
  const { environment = {}, confined } = options;
  const serialization = 'advanced';
  const stdio: ('ignore' | 'pipe' | 'ipc')[] = ['ignore', 'ignore', 'pipe', 'ipc'];
  return confined === undefined
    ? spawn(process.execPath, [...nodeArguments, module], {
        env: { ...priorityEnvironment(), ...environment },
        serialization,
        stdio,
      })
    : spawnConfined({ module, nodeArguments, ...confined }, { environment, serialization, stdio });
}
