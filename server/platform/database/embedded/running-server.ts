import type { ChildProcess } from 'node:child_process';
import type { StartupLog } from '#server/platform/supervision/startup-log.ts';
import { stopServer } from './stop-server.ts';

/** A running PostgreSQL. */
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

export function watchChild(child: ChildProcess, clusterName: string, log: StartupLog): RunningServer {
  const processId = child.pid;
  if (processId === undefined) throw new Error('The process was not started');
  let endReason: string | undefined;
  let stopping: Promise<void> | undefined;
  const callbacks: ((reason: string) => void)[] = [];
  child.once('exit', (code, signal) => {
    endReason = signal ?? `exit code ${String(code)}`;
    if (stopping) return;
    for (const callback of callbacks) callback(endReason);
  });
  return {
    pid: processId,
    stop: (fastTimeoutMs) => {
      stopping ??= stopServer({
        processId,
        clusterName,
        log,
        ...(fastTimeoutMs === undefined ? {} : { fastTimeoutMs }),
      });
      return stopping;
    },
    onExit: (callback) => {
      if (endReason !== undefined && !stopping) callback(endReason);
      else callbacks.push(callback);
    },
  };
}
