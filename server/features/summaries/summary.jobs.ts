import { z } from 'zod';
import type { JobDefinition } from '../../jobs/job-definition.ts';

const summarizePayload = z.object({ instructor_id: z.int(), lesson_id: z.int() });

export const summarizeLesson: JobDefinition<z.infer<typeof summarizePayload>> = {
  name: 'summarize-lesson',
  payload: summarizePayload,
  retryLimit: 2,
  expireInSeconds: 300,
  concurrency: 1,
  answersRequest: true,
  load: async () => {
    const { writeSummary } = await import('./write-summary.ts');
    return (dependencies, payload, { signal }) => writeSummary(dependencies, payload.lesson_id, signal);
  },
};
