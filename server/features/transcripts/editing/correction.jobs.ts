import { z } from 'zod';
import type { JobDefinition } from '#server/platform/jobs/job-definition.ts';

const followCorrectionsPayload = z.object({ instructor_id: z.int(), video_id: z.string() });

/** Brings the passages of a lesson up to date with its corrected transcript. */
export const followCorrectionsJob: JobDefinition<z.infer<typeof followCorrectionsPayload>> = {
  name: 'follow-corrections',
  payload: followCorrectionsPayload,
  retryLimit: 10,
  expireInSeconds: 600,
  concurrency: 4,
  answersRequest: false,
  load: async () => {
    const { followCorrections } = await import('./follow-corrections.ts');
    return (dependencies, payload, { signal }) => followCorrections(dependencies, payload.video_id, signal);
  },
};
