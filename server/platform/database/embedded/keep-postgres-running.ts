import { setTimeout as sleep } from 'node:timers/promises';
import {
  type EmbeddedPostgres,
  type EmbeddedPostgresOptions,
  startEmbeddedPostgres,
} from './start-embedded-postgres.ts';

export interface KeptPostgres {
  /** The address of the database; stays the same over restarts. */
  readonly connectionString: string;
  readonly administratorConnectionString: string;
  /** The process id of the server running now. */
  currentProcessId(): number;
  /** Ends the watch and stops the server in order; see RunningServer.stop. */
  stop(fastTimeoutMs?: number): Promise<void>;
}

/**
 * Starts the embedded database (see startEmbeddedPostgres) and restarts it whenever it ends unexpectedly (killed,
 * out of memory), while those who use it stay up and connect again: first at once, then after pauses that
 * double up to 5 s. If another program has taken its port, it waits for the port rather than
 * moving, because the users know only this address.
 * Throws what the first start throws.
 */
export async function keepPostgresRunning(options: EmbeddedPostgresOptions): Promise<KeptPostgres> {
  const { log } = options;
  const stopping = new AbortController();
  const signal = options.signal ? AbortSignal.any([options.signal, stopping.signal]) : stopping.signal;
  let current = await startEmbeddedPostgres({ ...options, signal });
  const { connectionString, administratorConnectionString, port } = current;
  let restarting: Promise<void> = Promise.resolve();

  const isStopping = (): boolean => stopping.signal.aborted;
  const restart = async (): Promise<void> => {
    for (let pauseMs = 0; !isStopping(); pauseMs = Math.min(Math.max(250, pauseMs * 2), 5000)) {
      try {
        await sleep(pauseMs, undefined, { signal: stopping.signal });
        current = await startEmbeddedPostgres({ ...options, signal: stopping.signal, requiredPort: port });
        watch(current);
        log.info(`The database is back (process ${current.pid})`);
        return;
      } catch (error) {
        if (isStopping()) return;
        log.error(`The database could not be started again: ${String(error)}`);
      }
    }
  };
  const watch = (server: EmbeddedPostgres): void => {
    server.onExit((reason) => {
      if (isStopping()) return;
      log.warn(`The database ended unexpectedly (${reason}); starting it again`);
      restarting = restart();
    });
  };
  watch(current);
  return {
    connectionString,
    administratorConnectionString,
    currentProcessId: () => current.pid,
    stop: async (fastTimeoutMs) => {
      stopping.abort();
      await restarting;
      await current.stop(fastTimeoutMs);
    },
  };
}
