import { ensureModelFiles } from './ai/model-files/ensure-model-files.ts';
import { readConfig } from './config.ts';
import { getDatabaseUrl } from './database-url.ts';
import { migrateToLatest } from './database/migrate.ts';
import { openWorkerDependencies } from './dependencies.ts';
import { TIDY_UP_CRON, tidyUp } from './features/maintenance/maintenance.jobs.ts';
import { allJobs } from './jobs/all-jobs.ts';
import { JobClaims } from './jobs/job-claims.ts';
import { runJobs } from './jobs/run-jobs.ts';
import { createLogger } from './logger.ts';
import { createProgressLines } from './ai/model-files/progress-lines.ts';
import { sayReady, whenAskedToStop } from './supervision/supervised-process.ts';

/** One worker process: takes jobs, runs models, fetches the models' files. */
const stopping = new AbortController();
let close: () => Promise<void> = () => Promise.resolve();
whenAskedToStop(() => {
  stopping.abort();
  return close();
});

const config = readConfig();
const log = createLogger('worker', config.logLevel);
const databaseUrl = getDatabaseUrl(config);
await migrateToLatest(databaseUrl);
const opened = await openWorkerDependencies({ config, databaseUrl, log });
const claims = await JobClaims.connect(databaseUrl, { queues: allJobs.map(({ name }) => name), log });
const jobs = await runJobs(opened.boss, opened.dependencies, allJobs, claims);
close = async () => {
  await jobs.stop();
  await opened.close();
  await claims.close();
};
await opened.boss.schedule(tidyUp.name, TIDY_UP_CRON, {});
await sayReady();

try {
  await ensureModelFiles({
    modelsDirectory: config.modelsDirectory,
    modelsUrl: config.modelsUrl,
    log: (line) => {
      log.info({}, line);
    },
    onProgress: createProgressLines((line) => {
      log.info({}, line);
    }),
    signal: stopping.signal,
  });
} catch (error) {
  if (!stopping.signal.aborted) log.error({ err: error }, 'The models could not be fetched.');
}
