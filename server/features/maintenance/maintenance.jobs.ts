import { z } from 'zod';
import type { JobDefinition } from '#server/platform/jobs/job-definition.ts';

const nothing = z.object({});

/** Every ten minutes one worker tidies up. */
export const tidyUp: JobDefinition<z.infer<typeof nothing>> = {
  name: 'tidy-up',
  payload: nothing,
  retryLimit: 1,
  expireInSeconds: 600,
  concurrency: 1,
  answersRequest: false,
  load: async () => {
    const { runCleanup } = await import('./run-cleanup.ts');
    return (dependencies) => runCleanup(dependencies);
  },
};

export const TIDY_UP_CRON = '*/10 * * * *';
