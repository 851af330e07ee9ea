import { z } from 'zod';
import type { JobDefinition } from '#server/platform/jobs/job-definition.ts';

const nothing = z.object({});

/** An administrator retries it; the worker itself fetches models only when it starts. */
export const fetchModelsJob: JobDefinition<z.infer<typeof nothing>> = {
  name: 'fetch-models',
  payload: nothing,
  retryLimit: 0,
  // A language model of 2.5 GB over a slow line.
  expireInSeconds: 12 * 3600,
  concurrency: 1,
  answersRequest: false,
  load: async () => {
    const { fetchMissingModels } = await import('./fetch-missing-models.ts');
    return (dependencies, _payload, { signal }) => fetchMissingModels(dependencies, signal);
  },
};
