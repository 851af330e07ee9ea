import { z } from 'zod';
import type { JobDefinition } from '#server/platform/jobs/job-definition.ts';

const registrationPayload = z.object({ email: z.string(), invitation: z.string().nullable() });

/** Looks the account up and sends what fits. In a job, so that the request takes the same time for every address. */
export const sendRegistrationMail: JobDefinition<z.infer<typeof registrationPayload>> = {
  name: 'send-registration-mail',
  payload: registrationPayload,
  retryLimit: 5,
  expireInSeconds: 120,
  concurrency: 2,
  answersRequest: false,
  isForgottenWhenDone: true,
  load: async () => {
    const { mailRegistrationLink } = await import('./registration-links.ts');
    return (dependencies, { email, invitation }, { jobId }) =>
      mailRegistrationLink(
        dependencies,
        { email, invitation: invitation === null ? undefined : Buffer.from(invitation, 'hex') },
        jobId,
      );
  },
};

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
    const { mailResetLink } = await import('./account-links.ts');
    return (dependencies, { email }, { jobId }) => mailResetLink(dependencies, email, jobId);
  },
};
