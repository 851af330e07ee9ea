import type { ChildProcess } from 'node:child_process';
import type { StartupLog } from '#server/supervision/startup-log.ts';
import { isServerProcess } from './server-processes.ts';
import { stopServer } from './stop-server.ts';

/** A PostgreSQL that is in service, whether we started it or found it. */
export interface RunningServer {
  /** The postmaster's process id. */
  readonly pid: number;
  /**
   * Stops it in order (fast shutdown, escalating after `fastTimeoutMs`, 10 s) and returns when no process
   * of it is left. Calling it again, or after it ended by itself, is fine.
   */
  stop(fastTimeoutMs?: number): Promise<void>;
  /** Calls back once when it ends without `stop` having been called; at once if it has already. */
  onExit(callback: (reason: string) => void): void;
}

/** How often an adopted server, which is nobody's child, is looked at. */
const adoptedPollMs = 250;

export function watchChild(child: ChildProcess, clusterName: string, log: StartupLog): RunningServer {
  const processId = child.pid;
  if (processId === undefined) throw new Error('The process was not started');
  const server = watched(processId, clusterName, log, () => undefined);
  child.once('exit', (code, signal) => server.ended(signal ?? `exit code ${String(code)}`));
  return server.running;
}

export function watchAdopted(processId: number, clusterName: string, log: StartupLog): RunningServer {
  const timer = setInterval(() => {
    isServerProcess(processId, clusterName).then(
      (alive) => {
        if (!alive) server.ended('it is gone');
      },
      (error: unknown) => log.warn(`Cannot look after the database's process: ${String(error)}`),
    );
  }, adoptedPollMs);
  const server = watched(processId, clusterName, log, () => clearInterval(timer));
  return server.running;
}

function watched(
  processId: number,
  clusterName: string,
  log: StartupLog,
  release: () => void,
): { running: RunningServer; ended: (reason: string) => void } {
  let endReason: string | undefined;
  let stopping: Promise<void> | undefined;
  const callbacks: ((reason: string) => void)[] = [];
  const ended = (reason: string): void => {
    if (endReason !== undefined) return;
    endReason = reason;
    release();
    if (stopping) return;
    for (const callback of callbacks) callback(reason);
  };
  return {
    ended,
    running: {
      pid: processId,
      stop: (fastTimeoutMs) => {
        stopping ??= stopServer({
          processId,
          clusterName,
          log,
          ...(fastTimeoutMs === undefined ? {} : { fastTimeoutMs }),
        }).finally(release);
        return stopping;
      },
      onExit: (callback) => {
        if (endReason !== undefined && !stopping) callback(endReason);
        else callbacks.push(callback);
      },
    },
  };
}
