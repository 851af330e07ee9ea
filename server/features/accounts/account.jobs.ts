import { z } from 'zod';
import type { JobDefinition } from '#server/jobs/job-definition.ts';

const resetPayload = z.object({ email: z.string() });

/** Looks the account up and sends its link. In a job, so that the request takes the same time for every address. */
export const sendResetMail: JobDefinition<z.infer<typeof resetPayload>> = {
  name: 'send-reset-mail',
  payload: resetPayload,
  retryLimit: 5,
  expireInSeconds: 120,
  concurrency: 2,
  answersRequest: false,
  isForgottenWhenDone: true,
  load: async () => {
    const { mailResetLink } = await import('./reset-links.ts');
    return (dependencies, { email }, { jobId }) => mailResetLink(dependencies, email, jobId);
  },
};
