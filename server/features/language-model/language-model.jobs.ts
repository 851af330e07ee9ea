import { z } from 'zod';
import type { JobDefinition } from '#server/platform/jobs/job-definition.ts';

const tryPayload = z.object({
  instructor_id: z.int(),
  model: z.string(),
  uses_gpu: z.boolean(),
  timeout_seconds: z.int(),
});

/** Only workers run local models. Services are tested in the process that receives the request, so that no job contains a key. */
export const tryLocalModelJob: JobDefinition<z.infer<typeof tryPayload>> = {
  name: 'try-local-model',
  payload: tryPayload,
  retryLimit: 0,
  expireInSeconds: 300,
  concurrency: 1,
  answersRequest: true,
  load: async () => {
    const { tryLocalModel } = await import('./try-local-model.ts');
    return tryLocalModel;
  },
};
