import { z } from 'zod';
import { SUMMARY_LENGTHS } from '#contract/lessons.ts';
import { DEFAULT_SUMMARY_LENGTH } from '#contract/summaries.ts';
import type { JobDefinition } from '#server/platform/jobs/job-definition.ts';

const summarizePayload = z.object({
  instructor_id: z.int(),
  lesson_id: z.int(),
  // Absent in jobs that were enqueued before there were lengths.
  length: z.enum(SUMMARY_LENGTHS).default(DEFAULT_SUMMARY_LENGTH),
  replaces_edits: z.boolean().default(false),
});

export const summarizeLesson: JobDefinition<z.infer<typeof summarizePayload>> = {
  name: 'summarize-lesson',
  payload: summarizePayload,
  retryLimit: 2,
  expireInSeconds: 300,
  concurrency: 1,
  answersRequest: true,
  isLimited: true,
  load: async () => {
    const { writeSummary } = await import('./write-summary.ts');
    return (dependencies, payload, { signal }) => writeSummary(dependencies, payload, signal);
  },
};
