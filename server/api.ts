import { setTimeout as delay } from 'node:timers/promises';
import { warmAnswering } from './features/assistant/find-answer.ts';
import type { Application } from './platform/http/application.ts';
import { TextEmbedderUnavailableError } from './ai/text-embedder.ts';
import { createApp } from './app.ts';
import { onChildCrash } from './sandbox/watched-child.ts';
import { readProcessConfig } from './configuration/database-url.ts';
import { migrateToLatest } from './platform/database/migrate.ts';
import { adoptRootSecret } from './features/accounts/end-access.ts';
import { announceFirstAdministrator } from './features/accounts/first-administrator.ts';
import { openApiDependencies } from './open-dependencies.ts';
import { drain, drainTimes } from './platform/http/drain.ts';
import { createLogger } from './platform/logger.ts';
import {
  sayCannotStart,
  sayReady,
  whenAskedToStop,
  type StopReason,
} from './platform/supervision/supervised-process.ts';

/** After a kill -9 of the supervisor its api drains for a moment and still holds the port. */
const PORT_WAIT_MILLISECONDS = 8_000;
const WARM_AFTER_MILLISECONDS = 1_000;

/** One api process: HTTP only. It never runs a model or decodes media. */
const stopping = new AbortController();
let close: (reason: StopReason) => Promise<void> = () => Promise.resolve();
whenAskedToStop((reason) => {
  stopping.abort();
  return close(reason);
});

const { config, databaseUrl } = readProcessConfig();
const log = createLogger('api', { level: config.logLevel });
for (const sentence of config.ignoredSettings) log.warn(sentence);
onChildCrash((error) => log.warn({ err: error }, 'A child process crashed.'));
await migrateToLatest(databaseUrl);
const opened = await openApiDependencies({ config, databaseUrl, log });
const adopted = await adoptRootSecret(opened.dependencies);
if (adopted.isNew)
  log.warn(
    adopted,
    'The root secret changed: every session and named API key has ended, and no account has a second factor.',
  );
const app = await createApp(opened.dependencies, { logger: log, isDraining: () => stopping.signal.aborted });
close = async (reason) => {
  await drain(app, { ...drainTimes(reason), log, clock: opened.dependencies.clock });
  await opened.close();
};
await listen(app);
await announceFirstAdministrator(opened.dependencies);
await sayReady(portOf(app));
// Requests that waited for the start are served first.
const isStillUp = await delay(WARM_AFTER_MILLISECONDS, true, { signal: stopping.signal }).catch(() => false);
if (isStillUp) {
  warmSearch();
  await warmAnswering();
}

/** The setting, or the port that the system chose for `PORT=0`. */
function portOf(application: Application): number {
  const address = application.server.address();
  return typeof address === 'object' && address !== null ? address.port : config.port;
}

/** The first search of the day should not wait for the model. Without its files there is nothing to warm. */
function warmSearch(): void {
  const { semanticSearch } = opened.dependencies;
  const loading = semanticSearch
    .embed(['Good morning.'], stopping.signal)
    .then(() =>
      semanticSearch.judge('Is it morning?', [{ sentence: 'Good morning.', context: '' }], stopping.signal),
    );
  loading.catch((error: unknown) => {
    if (stopping.signal.aborted || error instanceof TextEmbedderUnavailableError) return;
    log.warn({ err: error }, 'Search by meaning did not start; it is tried again with the first search.');
  });
}

async function listen(application: Application): Promise<void> {
  const giveUpAt = performance.now() + PORT_WAIT_MILLISECONDS;
  for (;;) {
    try {
      await application.listen({ port: config.port, host: config.host });
      return;
    } catch (error) {
      const isTaken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
      if (!isTaken) throw error;
      if (performance.now() > giveUpAt) {
        await sayCannotStart(`Port ${config.port} is in use by another program. Set PORT to a free one.`);
        await application.close();
        await opened.close();
        process.exit(1);
      }
      await delay(250, undefined, { signal: stopping.signal });
    }
  }
}
