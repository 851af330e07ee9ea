import type { Server } from 'node:http';
import type { ConfinementMechanism } from './sandbox/confinement/confinement.ts';
import {
  ConfinementUnavailableError,
  detectConfinement,
  type DetectedConfinement,
} from './sandbox/confinement/detect-confinement.ts';
import { putChildrenInBackground, useConfinement } from './sandbox/confinement/spawn-confined.ts';
import { onChildCrash } from './sandbox/watched-child.ts';
import { readProcessConfig } from './configuration/database-url.ts';
import { migrateToLatest } from './platform/database/migrate.ts';
import { openWorkerDependencies } from './open-dependencies.ts';
import { TIDY_UP_CRON, tidyUp } from './features/maintenance/maintenance.jobs.ts';
import { embedMissingPassages } from './features/lessons/embed-missing-passages.ts';
import { allJobs, workerJobs } from './features/jobs.ts';
import { JobClaims } from './platform/jobs/job-claims.ts';
import { runJobs } from './platform/jobs/run-jobs.ts';
import { createLogger } from './platform/logger.ts';
import { halfChildPriority, lowerPriority } from './platform/lower-priority.ts';
import { serveMetrics } from './platform/metrics/serve-metrics.ts';
import { sayCannotStart, sayReady, whenAskedToStop } from './platform/supervision/supervised-process.ts';

/** One worker process: takes jobs, runs models, fetches the models' files. Requests go before its work. */
lowerPriority(halfChildPriority());
putChildrenInBackground();
const stopping = new AbortController();
let close: () => Promise<void> = () => Promise.resolve();
whenAskedToStop(() => {
  stopping.abort();
  return close();
});

const { config, databaseUrl } = readProcessConfig();
const log = createLogger('worker', { level: config.logLevel });
for (const sentence of config.ignoredSettings) log.warn(sentence);
onChildCrash((error) => log.warn({ err: error }, 'A child process crashed.'));
const confinement = await confineChildren();
await migrateToLatest(databaseUrl);
const opened = await openWorkerDependencies({ config, databaseUrl, log });
const claims = await JobClaims.connect(databaseUrl, {
  queues: allJobs.map(({ name }) => name),
  log,
  clock: opened.dependencies.clock,
  confinement,
});
const jobs = await runJobs(opened.boss, opened.dependencies, workerJobs, claims);
const metricsServer = await openMetricsPort();
close = async () => {
  metricsServer?.close();
  metricsServer?.closeAllConnections();
  await jobs.stop();
  await opened.close();
  await claims.close();
};
await opened.boss.schedule(tidyUp.name, TIDY_UP_CRON, {});
await sayReady();
// The first PDF of the day should not wait for the process that reads it.
opened.dependencies.pdfExtractor.warm().catch((error: unknown) => {
  log.warn({ err: error }, 'The PDF reader did not start. The worker starts it again with the next PDF.');
});

try {
  const { 'language-model': languageModel } = await opened.dependencies.fetchModels(stopping.signal);
  if (languageModel?.status === 'unavailable')
    log.warn({}, `Lectern runs without its language model. ${languageModel.reason ?? ''}`);
  await embedMissingPassages(opened.dependencies);
} catch (error) {
  if (!stopping.signal.aborted) log.error({ err: error }, 'The models could not be fetched.');
}

/** Before anything starts a child. */
async function confineChildren(): Promise<ConfinementMechanism> {
  const { confinement, faults } = await tryConfinement();
  useConfinement(confinement);
  const { mechanism } = confinement;
  if (confinement.holdsNativeCode)
    log.info({ confinement: mechanism }, 'Uploads are read by confined processes.');
  else {
    log.warn(
      { confinement: mechanism, faults },
      'The processes that read uploads could use the network if a file took one over. Install bubblewrap, or allow user namespaces; docs/security.md explains it.',
    );
  }
  return mechanism;
}

async function tryConfinement(): Promise<DetectedConfinement> {
  try {
    return detectConfinement({ mode: config.confinement, hiddenPaths: [config.dataDirectory] });
  } catch (error) {
    if (!(error instanceof ConfinementUnavailableError)) throw error;
    log.error({}, error.message);
    await sayCannotStart(error.message);
    process.exit(1);
  }
}

/** A worker has no other port, and opens this one only when it is asked for. */
async function openMetricsPort(): Promise<Server | undefined> {
  const { workerPort: port, token } = config.operations.metrics;
  if (port === undefined) return undefined;
  const isBehindProxy = config.trustProxy !== undefined || config.publicUrl !== undefined;
  try {
    const server = await serveMetrics(opened.dependencies.metrics, {
      port,
      host: config.host,
      token,
      isBehindProxy,
    });
    log.info({ address: server.address() }, 'Serving metrics');
    return server;
  } catch (error) {
    // For example a second worker on this machine: it keeps working, without metrics.
    log.error(
      { err: error },
      'The port for metrics cannot be opened. Give each worker a METRICS_PORT of its own.',
    );
    return undefined;
  }
}
