import { z } from 'zod';
import type { JobDefinition } from '#server/jobs/job-definition.ts';

const turnedOffPayload = z.object({ instructor_id: z.int(), url: z.string() });

/** Tells the owner by mail, where the installation sends mail, that a webhook was turned off. */
export const mailWebhookOffJob: JobDefinition<z.infer<typeof turnedOffPayload>> = {
  name: 'mail-webhook-off',
  payload: turnedOffPayload,
  retryLimit: 5,
  expireInSeconds: 120,
  concurrency: 1,
  answersRequest: false,
  load: async () => {
    const { mailTurnedOff } = await import('./mail-turned-off.ts');
    return (dependencies, payload) => mailTurnedOff(dependencies, payload.instructor_id, payload.url);
  },
};
