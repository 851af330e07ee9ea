import { z } from 'zod';
import type { JobDefinition } from '#server/jobs/job-definition.ts';

const deliverPayload = z.object({ instructor_id: z.int(), delivery_id: z.string() });

/** Sends a message to a webhook. */
export const deliverWebhookJob: JobDefinition<z.infer<typeof deliverPayload>> = {
  name: 'deliver-webhook',
  payload: deliverPayload,
  // With back-off, a little over half an hour: a receiver restarts, and a message of yesterday helps no one.
  retryLimit: 14,
  expireInSeconds: 120,
  concurrency: 4,
  answersRequest: false,
  load: async () => {
    const { deliverWebhook } = await import('./deliver-webhook.ts');
    return (dependencies, payload, context) => deliverWebhook(dependencies, payload.delivery_id, context);
  },
};
