import { z } from 'zod';
import type { JobDefinition } from '#server/platform/jobs/job-definition.ts';

const preparePayload = z.object({
  instructor_id: z.int(),
  lesson_id: z.int(),
  is_requested: z.boolean().meta({ description: 'Whether an instructor asked for it.' }),
});

/** Preparations that an instructor asked for run before those that begin on their own. */
export const REQUESTED_PRIORITY = -1;

/**
 * A local model may take hours for a long lesson. The heartbeat finds a dead worker, and what was written is stored, so
 * the limit is as long as the queue allows.
 */
export const LONGEST_WRITING_SECONDS = 24 * 3600;

export const prepareQuestionsJob: JobDefinition<z.infer<typeof preparePayload>> = {
  name: 'prepare-questions',
  payload: preparePayload,
  // A local model may still be downloading, or a service be away for an hour.
  retryLimit: 15,
  expireInSeconds: LONGEST_WRITING_SECONDS,
  concurrency: 1,
  answersRequest: false,
  priority: -10,
  load: async () => {
    const { prepareQuestions } = await import('./prepare-questions.ts');
    return (dependencies, payload, context) => prepareQuestions(dependencies, payload, context);
  },
};
