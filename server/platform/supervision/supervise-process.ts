import { type ChildProcess, fork } from 'node:child_process';
import { watchChild, type WatchedChild } from '#server/sandbox/watched-child.ts';
import { systemClock, type Clock } from '../clock.ts';
import { type MessageToChild, isMessageFromChild } from './messages.ts';
import type { StartupLog } from './startup-log.ts';

export interface ProcessDefinition {
  /** For messages, such as `api`. */
  readonly name: string;
  /** The module that the process runs. */
  readonly file: string;
  readonly arguments: readonly string[];
  /** The whole environment of the process; nothing is added to it. */
  readonly environment: NodeJS.ProcessEnv;
  /** Arguments for Node itself, such as a memory limit. */
  readonly nodeArguments?: readonly string[];
  /** A process that has not said ready by then is stopped and started again. */
  readonly readyTimeoutMs: number;
  /** A process that has not ended that long after it was asked to is killed. */
  readonly stopTimeoutMs: number;
}

export interface ProcessStatus {
  readonly name: string;
  readonly state: 'starting' | 'ready' | 'waiting' | 'stopped';
  /** Undefined while none runs. */
  readonly processId: number | undefined;
  readonly restarts: number;
  /** Where it listens, once it has said so. */
  readonly port?: number | undefined;
}

export interface SupervisedProcess {
  /** Settles when the process is first ready, or rejects if it fails repeatedly. */
  readonly ready: Promise<void>;
  status(): ProcessStatus;
  /** Asks it to end and returns when it has. */
  stop(): Promise<void>;
  /** Kills it, for a stop that must not wait. */
  kill(): void;
}

/** A process could not be brought into service. The message holds its last words. */
export class ProcessFailedError extends Error {
  override readonly name = 'ProcessFailedError';
}

/** Starts that may fail in a row before the first success, and before a crash loop is reported. */
const failuresTolerated = 4;
/** A process that has served this long is healthy again: its earlier failures are forgotten. */
const healthyAfterMs = 30_000;
const pausesMs = [0, 250, 500, 1000, 2000, 4000];

/**
 * Keeps one process running: starts it, and starts it again whenever it ends unasked, at once the first
 * time and then after pauses growing to 4 s.
 */
export function superviseProcess(
  definition: ProcessDefinition,
  log: StartupLog,
  {
    clock = systemClock,
    start = startChild,
  }: { readonly clock?: Clock | undefined; readonly start?: typeof startChild | undefined } = {},
): SupervisedProcess {
  const { name } = definition;
  const stopping = new AbortController();
  const first = Promise.withResolvers<undefined>();
  // The caller may look at it late, or stop before it settles.
  first.promise.catch(() => undefined);
  let child: { readonly process: ChildProcess; readonly watched: WatchedChild } | undefined;
  let state: ProcessStatus['state'] = 'starting';
  let restarts = 0;
  let failuresInARow = 0;
  let everReady = false;
  let port: number | undefined;

  const runOnce = async (): Promise<{
    exit: string;
    lastLines: string;
    cannotStart: string | undefined;
  }> => {
    state = 'starting';
    // A process that chose a port keeps it when it is started again: clients know that one.
    const kept = port === undefined ? {} : { PORT: String(port) };
    const running = start({ ...definition, environment: { ...definition.environment, ...kept } });
    const watched = watchChild(running, clock);
    child = { process: running, watched };
    running.stderr?.on('data', (chunk: string) => process.stderr.write(chunk));
    let cannotStart: string | undefined;
    let cancelHealthy: (() => void) | undefined;
    const cancelLate = clock.after(definition.readyTimeoutMs, () => {
      log.warn(`${name} was not ready within ${definition.readyTimeoutMs / 1000} s; starting it again`);
      running.kill('SIGKILL');
    });
    running.on('message', (message) => {
      if (!isMessageFromChild(message)) return;
      cancelLate();
      if (message.lectern === 'cannot-start') {
        cannotStart = message.message;
        return;
      }
      state = 'ready';
      port = message.port ?? port;
      if (restarts > 0) log.info(`${name} is back (process ${String(running.pid)})`);
      everReady = true;
      first.resolve(undefined);
      cancelHealthy = clock.after(healthyAfterMs, () => {
        failuresInARow = 0;
      });
    });
    const { how } = await watched.ended;
    cancelLate();
    cancelHealthy?.();
    child = undefined;
    return { exit: how, lastLines: watched.lastLines(), cannotStart };
  };

  const keepRunning = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      const { exit, lastLines, cannotStart } = await runOnce();
      if (isAborted(stopping.signal)) break;
      state = 'waiting';
      failuresInARow += 1;
      const words = lastLines === '' ? '' : ` Its last words:\n${lastLines}`;
      if (cannotStart !== undefined && !everReady) {
        first.reject(new ProcessFailedError(cannotStart));
        break;
      }
      if (failuresInARow > failuresTolerated) {
        if (!everReady) {
          first.reject(new ProcessFailedError(`${name} does not start (${exit}).${words}`));
          break;
        }
        log.error(
          `${name} has ended ${failuresInARow} times in a row (${cannotStart ?? exit}) and is out of service; ` +
            `it is started again every ${(pausesMs.at(-1) ?? 0) / 1000} s.${words}`,
        );
      } else {
        log.warn(`${name} ended unexpectedly (${cannotStart ?? exit}); starting it again`);
      }
      restarts += 1;
      const pauseMs = pausesMs[Math.min(failuresInARow, pausesMs.length) - 1] ?? 0;
      await clock.sleep(pauseMs, { signal: stopping.signal }).catch(() => undefined);
    }
    state = 'stopped';
    first.reject(new ProcessFailedError(`${name} was stopped before it was ready`));
  };
  const finished = keepRunning();

  return {
    ready: first.promise,
    status: () => ({ name, state, processId: child?.process.pid, restarts, port }),
    stop: async () => {
      if (!stopping.signal.aborted) {
        stopping.abort();
        if (child) await askToEnd(child.process, child.watched, definition, log, clock);
      }
      await finished;
    },
    kill: () => {
      void child?.watched.kill();
    },
  };
}

/** A call, so that the compiler does not take the answer of before an `await` for the one after it. */
function isAborted(signal: AbortSignal): boolean {
  return signal.aborted;
}

function startChild(definition: ProcessDefinition): ChildProcess {
  return fork(definition.file, [...definition.arguments], {
    env: definition.environment,
    ...(definition.nodeArguments ? { execArgv: [...definition.nodeArguments] } : {}),
    stdio: ['ignore', 'inherit', 'pipe', 'ipc'],
  });
}

async function askToEnd(
  child: ChildProcess,
  watched: WatchedChild,
  definition: ProcessDefinition,
  log: StartupLog,
  clock: Clock,
): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  if (child.connected) {
    const stop: MessageToChild = { lectern: 'stop' };
    child.send(stop, () => undefined);
  } else {
    child.kill('SIGTERM');
  }
  const cancelKill = clock.after(definition.stopTimeoutMs, () => {
    log.warn(`${definition.name} did not stop within ${definition.stopTimeoutMs / 1000} s and is killed`);
    void watched.kill();
  });
  await watched.ended;
  cancelKill();
}
