import { spawn, type ChildProcess } from 'node:child_process';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Clock } from '../platform/clock.ts';
import type { ConfinedProgram } from './confinement/confinement.ts';
import { spawnConfined } from './confinement/spawn-confined.ts';
import { priorityEnvironment } from '../platform/lower-priority.ts';
import { findResidentBytes } from '../platform/process-memory.ts';
import type { FromChild, ToChild } from './child-messages.ts';
import { reportCrash, watchChild, type ChildEnd } from './watched-child.ts';

/** The process exited or was killed while it worked. The message says how, and contains its last output. */
export class ChildCrashedError extends Error {
  override readonly name = 'ChildCrashedError';
  /** `memory-limit`, `time-limit`, the signal that ended it, or `exit`. */
  readonly endedBy: string;
  /** It had not started a request. */
  readonly wasLoading: boolean;

  constructor(message: string, endedBy: string, wasLoading: boolean) {
    super(message);
    this.endedBy = endedBy;
    this.wasLoading = wasLoading;
  }
}

/** The child answered that a request failed or that it cannot work at all, or its pool was closed. */
export class ChildFailedError extends Error {
  override readonly name = 'ChildFailedError';
}

/** How long a cancelled batch may take to stop before its process is killed. */
const CANCEL_GRACE_MILLISECONDS = 15_000;

export interface RunListener {
  readonly onStart?: (() => void) | undefined;
  readonly onPiece?: ((piece: unknown) => void) | undefined;
}

/** One running child. A pool gives it one call at a time. */
export interface PooledChild<Request, Result> {
  /** Resolves when the child has loaded what it needs. */
  readonly ready: Promise<void>;
  /** @param listener.onStart is called once the child has loaded and the batch is sent. */
  run(requests: readonly Request[], listener?: RunListener): Promise<readonly Result[]>;
  /** Asks the child to stop the running batch, and kills the process if it does not stop soon. */
  cancel(): void;
  isAlive(): boolean;
  /** Whether waiting for this child keeps the parent's event loop alive. */
  setBusy(busy: boolean): void;
  findResidentBytes(): Promise<number | undefined>;
  /** Kills the child. Resolves when it has exited. */
  kill(): Promise<unknown>;
}

/** See {@link ConfinedProgram}. */
export type ChildPermissions = Pick<ConfinedProgram, 'readablePaths' | 'usesNativeCode' | 'usesThreads'>;

export interface ChildOptions {
  /** A module that calls `serveRequests`. */
  readonly childModule: URL;
  /** The environment of the process, which inherits none. */
  readonly environment?: Readonly<Record<string, string>>;
  readonly nodeArguments?: readonly string[];
  /** What a confined process may do. Unset: not confined, because it needs the network or a device. */
  readonly confined?: ChildPermissions;
  /** Time limit of one batch, excluding loading. */
  readonly timeoutSeconds?: number;
  readonly loadTimeoutSeconds?: number;
  /** Resident memory, of all kinds, at which the process is killed. */
  readonly memoryBytes?: number;
  /** Returns the resident memory of a process, in bytes. Tests replace it. */
  readonly readMemory?: typeof findResidentBytes;
  /** Kill the process when a request is cancelled, because it cannot stop by itself. */
  readonly killsOnCancel?: boolean;
  /** Starts the process with a channel for messages. */
  readonly startChild?: (options: ChildOptions) => ChildProcess;
}

/** Starts a child process from a module that calls `serveRequests`. */
export function startPooledChild<Request, Result>(
  options: ChildOptions & { readonly settings: unknown },
  clock: Clock,
): PooledChild<Request, Result> {
  const { timeoutSeconds = 120, loadTimeoutSeconds = 120, readMemory = findResidentBytes } = options;
  const child = (options.startChild ?? startChild)(options);
  const watched = watchChild(child, clock, readMemory);
  const name = basename(options.childModule.pathname);
  let isLoaded = false;
  /** Its exit is not a crash. */
  let isUnwanted = false;

  let crash: ChildCrashedError | undefined;
  /** A process crashes once: after the first call, `how` and `endedBy` change nothing. */
  function crashed(how: string, endedBy: string): ChildCrashedError {
    if (crash) return crash;
    const message = `The process ${name} ${how}. ${watched.lastLines()}`.trim();
    crash = new ChildCrashedError(message, endedBy, !isLoaded);
    if (!isUnwanted) reportCrash(crash);
    return crash;
  }

  let fail: ((error: ChildCrashedError) => void) | undefined;
  const onEnd = ({ how, signal }: ChildEnd): void => fail?.(crashed(`ended (${how})`, signal ?? 'exit'));
  void watched.ended.then(onEnd);

  async function exchange(
    message: ToChild<unknown, Request>,
    limitSeconds: number,
    onPiece?: (piece: unknown) => void,
  ): Promise<FromChild<Result>> {
    const { promise, resolve, reject } = Promise.withResolvers<FromChild<Result>>();
    fail = reject;
    const cancelLimit = clock.after(limitSeconds * 1000, () => {
      reject(crashed(`took over ${limitSeconds} s`, 'time-limit'));
      void watched.kill();
    });
    const stopWatching =
      options.memoryBytes === undefined
        ? undefined
        : watched.limitMemory(options.memoryBytes, () => {
            reject(crashed('took too much memory', 'memory-limit'));
          });
    const onMessage = (answer: FromChild<Result>): void => {
      if (answer.type === 'piece') onPiece?.(answer.piece);
      else resolve(answer);
    };
    child.on('message', onMessage);
    try {
      if (watched.isAlive) {
        child.send(message, (error) => {
          if (!error) return;
          // It may have died so recently that this process has not noticed.
          void watched.kill();
        });
      } else void watched.ended.then(onEnd);
      return await promise;
    } finally {
      cancelLimit();
      stopWatching?.();
      child.off('message', onMessage);
      fail = undefined;
    }
  }

  function kill(): Promise<unknown> {
    isUnwanted = true;
    return watched.kill();
  }

  async function load(): Promise<void> {
    const answer = await exchange({ type: 'load', settings: options.settings }, loadTimeoutSeconds);
    if (answer.type !== 'failed') {
      isLoaded = true;
      return;
    }
    void kill();
    throw new ChildFailedError(answer.message);
  }
  const ready = load();
  // The first run() reports the failure; until then it must not be an unhandled rejection.
  ready.catch(() => undefined);

  let isCancelled = false;
  let endGrace: (() => void) | undefined;

  async function runUntilAnswer(
    requests: readonly Request[],
    listener: RunListener,
  ): Promise<readonly Result[]> {
    await ready;
    if (isCancelled) throw new ChildFailedError('The request was cancelled.');
    listener.onStart?.();
    const answer = await exchange({ type: 'run', requests }, timeoutSeconds, listener.onPiece);
    if (answer.type === 'failed') throw new ChildFailedError(answer.message);
    if (answer.type !== 'results' || answer.results.length !== requests.length)
      throw new ChildFailedError(`The process ${name} gave another number of results than requested.`);
    return answer.results;
  }

  return {
    ready,
    async run(requests, listener = {}) {
      isCancelled = false;
      try {
        return await runUntilAnswer(requests, listener);
      } finally {
        endGrace?.();
      }
    },
    cancel() {
      if (isCancelled || !watched.isAlive) return;
      isCancelled = true;
      if (options.killsOnCancel === true) {
        void kill();
        return;
      }
      endGrace = clock.after(CANCEL_GRACE_MILLISECONDS, () => void kill());
      // A child that has just died needs no cancelling.
      child.send({ type: 'cancel' } satisfies ToChild<unknown, Request>, () => undefined);
    },
    isAlive: () => watched.isAlive && child.connected,
    setBusy(busy) {
      const stderr = child.stderr as (NodeJS.ReadableStream & { ref?(): void; unref?(): void }) | null;
      const change = busy ? 'ref' : 'unref';
      child[change]();
      child.channel?.[change]();
      stderr?.[change]?.();
    },
    findResidentBytes: () => (child.pid === undefined ? Promise.resolve(undefined) : readMemory(child.pid)),
    kill,
  };
}

function startChild({
  childModule,
  nodeArguments = [],
  environment = {},
  confined,
}: ChildOptions): ChildProcess {
  const module = fileURLToPath(childModule);
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
