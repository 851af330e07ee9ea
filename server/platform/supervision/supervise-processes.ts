import type { StartupLog } from './startup-log.ts';
import {
  type ProcessDefinition,
  type ProcessStatus,
  type SupervisedProcess,
  superviseProcess,
} from './supervise-process.ts';

export interface Supervisor {
  /** Settles when every process is ready; rejects with a ProcessFailedError when one does not get there. */
  readonly ready: Promise<void>;
  listStatus(): ProcessStatus[];
  /** Stops the processes one after the other in the order of their definition. Calling it again is fine. */
  stop(): Promise<void>;
  /** Makes a stop under way (or one begun later) kill what still runs. */
  hurry(): void;
}

/**
 * Starts all processes at once and keeps each running (see superviseProcess). A process says that it is
 * ready, hears that it is to stop, and ends when its supervisor dies by what `supervised-process.ts` exports.
 */
export function superviseProcesses(options: {
  processes: readonly ProcessDefinition[];
  log: StartupLog;
}): Supervisor {
  const supervised: SupervisedProcess[] = options.processes.map((definition) =>
    superviseProcess(definition, options.log),
  );
  const ready = Promise.all(supervised.map((each) => each.ready)).then(() => undefined);
  // Its callers handle it; a stop before it settles is not a failure.
  ready.catch(() => undefined);
  let stopped: Promise<void> | undefined;
  let hurrying = false;
  const stopInOrder = async (): Promise<void> => {
    for (const each of supervised) {
      const ended = each.stop();
      if (hurrying) each.kill();
      await ended;
    }
  };
  return {
    ready,
    listStatus: () => supervised.map((each) => each.status()),
    stop: () => (stopped ??= stopInOrder()),
    hurry: () => {
      hurrying = true;
      if (!stopped) return;
      for (const each of supervised) {
        // Told to stop first, so that its end is not taken for a crash.
        void each.stop();
        each.kill();
      }
    },
  };
}
