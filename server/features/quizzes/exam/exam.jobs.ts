import { z } from 'zod';
import type { JobDefinition } from '#server/jobs/job-definition.ts';

const matchPayload = z.object({ instructor_id: z.int(), lesson_ids: z.array(z.int()) });

/** Matches the banks of lessons with the outcomes of their course, which changed since their questions were written. */
export const matchOutcomesJob: JobDefinition<z.infer<typeof matchPayload>> = {
  name: 'match-outcomes',
  payload: matchPayload,
  retryLimit: 5,
  expireInSeconds: 1_800,
  concurrency: 1,
  answersRequest: false,
  load: async () => {
    const { matchOutcomes } = await import('./match-outcomes.ts');
    return (dependencies, { lesson_ids: lessonIds }, { signal }) =>
      matchOutcomes(dependencies, lessonIds, signal);
  },
};
