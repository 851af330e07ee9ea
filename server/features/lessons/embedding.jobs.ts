import { z } from 'zod';
import type { JobDefinition } from '#server/platform/jobs/job-definition.ts';

const embedPassagesPayload = z.object({ docsource_id: z.string() });

export const embedPassages: JobDefinition<z.infer<typeof embedPassagesPayload>> = {
  name: 'embed-passages',
  payload: embedPassagesPayload,
  retryLimit: 10,
  expireInSeconds: 3_600,
  concurrency: 1,
  answersRequest: false,
  load: async () => {
    const { embedPassagesOf } = await import('./embed-passages.ts');
    return (dependencies, payload, { signal }) => embedPassagesOf(dependencies, payload.docsource_id, signal);
  },
};
