import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { childEnvironment, ConfigError, isNpmStart, readConfig, type Config } from './config.ts';
import { configuredOrigin } from './configuration/configured-origin.ts';
import {
  acquireDataDirectoryLock,
  DataDirectoryInUseError,
} from './platform/database/embedded/data-directory-lock.ts';
import { EmbeddedPostgresError } from './platform/database/embedded/embedded-postgres-error.ts';
import { keepPostgresRunning } from './platform/database/embedded/keep-postgres-running.ts';
import { DRAIN_SECONDS } from './platform/http/drain.ts';
import { onLauncherGone } from './platform/supervision/on-launcher-gone.ts';
import { stopOnSignals } from './platform/supervision/stop-on-signals.ts';
import { superviseProcesses } from './platform/supervision/supervise-processes.ts';
import { createLogger } from './platform/logger.ts';
import { withoutRetired } from './configuration/retired-settings.ts';

const READY_MILLISECONDS = 60_000;
/** How long the api process may take to stop in addition to its own limits. */
const API_STOP_MILLISECONDS = 5_000;
const WORKER_STOP_MILLISECONDS = 30_000;
/**
 * Keeps the api process small: it streams, and holds no lesson in memory. With less, the garbage collector delays everyone while one
 * account reads much (decision 116). `npm run api` says the same.
 */
const API_HEAP_MEGABYTES = 256;
/** V8 would derive 1 MB from that limit, and spend a sixth of a busy api's time collecting garbage. */
const API_YOUNG_MEGABYTES = 16;
/** A lesson of 200,000 words was evaluated within 400; a runaway one ends its process and not the machine's memory. */
const WORKER_HEAP_MEGABYTES = 1024;

/** `npm start`: the database, the api and a worker on this machine, stopped in the opposite order. */
async function main(config: Config): Promise<number> {
  const log = createLogger('lectern', { level: config.logLevel });
  for (const sentence of config.ignoredSettings) log.warn(sentence);
  const stopping = new AbortController();
  let hurry: () => void = () => undefined;
  const asked = new Promise<void>((resolve) => {
    stopOnSignals({
      stop: () => {
        stopping.abort();
        resolve();
      },
      hurry: () => hurry(),
      log,
    });
    if (isNpmStart()) {
      onLauncherGone(() => {
        log.warn('npm has ended, so Lectern stops. To run it without a terminal, see docs/deploy.md');
        stopping.abort();
        resolve();
      });
    }
  });
  const lock = await acquireDataDirectoryLock(config.dataDirectory);
  // `npm run dev` serves the web app itself.
  const webApp = process.argv.includes('--without-web-build') ? undefined : buildWebApp(log);
  try {
    const postgres =
      config.databaseUrl === undefined
        ? await keepPostgresRunning({ dataDirectory: config.dataDirectory, log, signal: stopping.signal })
        : undefined;
    try {
      await webApp;
      const environment = childEnvironment({
        ...withoutRetired,
        DATA_DIR: config.dataDirectory,
        MODELS_DIR: config.modelsDirectory,
        DATABASE_URL: postgres?.connectionString ?? config.databaseUrl,
      });
      const supervisor = superviseProcesses({
        processes: [
          {
            name: 'api',
            file: join(import.meta.dirname, 'api.ts'),
            arguments: [],
            environment,
            nodeArguments: [
              `--max-old-space-size=${API_HEAP_MEGABYTES}`,
              `--max-semi-space-size=${API_YOUNG_MEGABYTES}`,
            ],
            readyTimeoutMs: READY_MILLISECONDS,
            stopTimeoutMs: API_STOP_MILLISECONDS + 1_000 * DRAIN_SECONDS,
          },
          {
            name: 'worker',
            file: join(import.meta.dirname, 'worker.ts'),
            arguments: [],
            environment,
            nodeArguments: [`--max-old-space-size=${WORKER_HEAP_MEGABYTES}`],
            readyTimeoutMs: READY_MILLISECONDS,
            stopTimeoutMs: WORKER_STOP_MILLISECONDS,
          },
        ],
        log,
      });
      hurry = () => supervisor.hurry();
      try {
        await Promise.race([supervisor.ready, asked]);
        if (!stopping.signal.aborted) {
          process.stdout.write(
            `Lectern is ready: open ${addressOf(config, supervisor.listStatus()[0]?.port)}\n`,
          );
        }
        await asked;
      } finally {
        await supervisor.stop();
      }
    } finally {
      await postgres?.stop();
    }
  } finally {
    await lock.release();
  }
  log.info('Stopped. Everything is saved');
  return 0;
}

/**
 * Builds the web app when it is missing or older than its sources, while the database starts. A failed build
 * is logged; the API and the previous build of the web app keep working.
 */
async function buildWebApp(log: Logger): Promise<void> {
  const builder = spawn(process.execPath, [join(import.meta.dirname, 'commands/build-web.ts')], {
    stdio: 'inherit',
  });
  const [code] = (await once(builder, 'close')) as [number | null];
  if (code !== 0) log.error('The web app could not be built. Run npm run build to see why; the API works.');
}

const addressOf = (config: Config, port = config.port): string =>
  config.publicUrl ?? `${configuredOrigin({ ...config, port })}/`;

/** Faults that the person at the terminal can fix: the message is enough, and a stack trace would hide it. */
const isExplained = (error: unknown): error is Error =>
  error instanceof ConfigError ||
  error instanceof DataDirectoryInUseError ||
  error instanceof EmbeddedPostgresError ||
  (error instanceof Error && error.name === 'ProcessFailedError');

try {
  process.exitCode = await main(readConfig());
} catch (error) {
  process.stderr.write(`${isExplained(error) ? error.message : String((error as Error).stack)}\n`);
  process.exitCode = 1;
}
