import { z } from 'zod';
import type { JobDefinition } from '#server/platform/jobs/job-definition.ts';

const payload = z.object({ instructor_id: z.int(), course_id: z.int() });

/** Fills the demonstration course that an instructor added. */
export const addDemoLessonsJob: JobDefinition<z.infer<typeof payload>> = {
  name: 'add-demo-lessons',
  payload,
  retryLimit: 2,
  // A language model may write its fifteen questions.
  expireInSeconds: 3_600,
  concurrency: 1,
  answersRequest: false,
  isLimited: true,
  load: async () => {
    const { addDemoLessons } = await import('./add-demo-lessons.ts');
    return addDemoLessons;
  },
};
