import { z } from 'zod';
import type { JobDefinition } from '#server/jobs/job-definition.ts';

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
    const { tidyUpEverything } = await import('./tidy-up-everything.ts');
    return (dependencies) => tidyUpEverything(dependencies);
  },
};

export const TIDY_UP_CRON = '*/10 * * * *';
