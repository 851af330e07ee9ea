import { z } from 'zod';
import type { JobDefinition } from '#server/jobs/job-definition.ts';

const payload = z.object({
  instructor_id: z.int(),
  lesson_id: z.int(),
  file_key: z.string(),
  file_name: z.string(),
});

/** Reads a file of questions and looks for their evidence in the lesson while the request waits. Nothing is changed. */
export const readQuestionFileJob: JobDefinition<z.infer<typeof payload>> = {
  name: 'read-question-file',
  payload,
  retryLimit: 2,
  expireInSeconds: 300,
  concurrency: 2,
  answersRequest: true,
  isLimited: true,
  load: async () => {
    const { previewQuestionFile } = await import('./preview-question-file.ts');
    return (dependencies, job, { signal }) => previewQuestionFile(dependencies, job, signal);
  },
};
