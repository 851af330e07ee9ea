import { z } from 'zod';
import { entityId, storableText, timestamp } from './fields.ts';
import { fieldText } from './messages/field-messages.ts';

export const WEBHOOKS_PER_ACCOUNT_MAXIMUM = 10;
const ADDRESS_LENGTH = 500;

/** What Lectern reports. */
export const WEBHOOK_EVENTS = ['lesson.ready', 'quiz.saved', 'attempt.submitted', 'attempt.graded'] as const;
export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number];

const url = storableText(ADDRESS_LENGTH, fieldText('webhook_address'))
  .trim()
  .refine((text) => /^https?:\/\/[^\s]+$/u.test(text) && URL.canParse(text), fieldText('webhook_address'));
const events = z
  .array(z.enum(WEBHOOK_EVENTS))
  .min(1, fieldText('webhook_events_missing'))
  .max(WEBHOOK_EVENTS.length);

export const webhookRequest = z.object({ url, events });
export type WebhookRequest = z.infer<typeof webhookRequest>;

/** `PATCH`: what is left out stays as it is. `is_active` turns one that was turned off on again. */
export const webhookChange = z.object({
  url: url.optional(),
  events: events.optional(),
  is_active: z.boolean().optional(),
});
export type WebhookChange = z.infer<typeof webhookChange>;

export const webhook = z.object({
  id: entityId,
  url: z.string(),
  events: z.array(z.enum(WEBHOOK_EVENTS)),
  is_active: z.boolean(),
  is_failing: z
    .boolean()
    .meta({ description: 'Lectern turned it off because several messages in a row could not be delivered.' }),
  created_at: timestamp,
});
export type Webhook = z.infer<typeof webhook>;
export const webhookList = z.array(webhook);

/** The secret is shown once. */
export const newWebhook = webhook.extend({ secret: z.string() });
export type NewWebhook = z.infer<typeof newWebhook>;

export const DELIVERY_STATUSES = ['waiting', 'delivered', 'failed'] as const;
export const webhookDelivery = z.object({
  id: z.string().meta({ description: 'The webhook-id of the message.' }),
  event: z.enum([...WEBHOOK_EVENTS, 'test']),
  status: z.enum(DELIVERY_STATUSES),
  status_code: z.int().nullable().meta({ description: 'Of the last answer; null where there was none.' }),
  error: z.string().nullable(),
  attempts: z.int(),
  created_at: timestamp,
  last_attempt_at: timestamp.nullable(),
});
export type WebhookDelivery = z.infer<typeof webhookDelivery>;
/** The last 50, newest first. */
export const webhookDeliveryList = z.array(webhookDelivery);
