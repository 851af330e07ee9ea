import { z } from 'zod';
import type { JobDefinition } from '#server/jobs/job-definition.ts';

const payload = z.object({
  instructor_id: z.int(),
  replacement_id: z.int(),
  is_undoing: z.boolean(),
});

/** Replaces words in the transcripts of a course, or undoes that, while the request waits. */
export const replaceInTranscriptsJob: JobDefinition<z.infer<typeof payload>> = {
  name: 'replace-in-transcripts',
  payload,
  retryLimit: 3,
  expireInSeconds: 600,
  concurrency: 1,
  answersRequest: true,
  isLimited: true,
  load: async () => {
    const { replaceInTranscripts, undoReplacement } = await import('./replace-in-transcripts.ts');
    return (dependencies, job, { signal }) =>
      (job.is_undoing ? undoReplacement : replaceInTranscripts)(dependencies, job.replacement_id, signal);
  },
};
