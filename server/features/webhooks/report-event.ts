import { randomUUID } from 'node:crypto';
import type { WebhookDelivery, WebhookEvent } from '#contract/webhooks.ts';
import type { Database } from '#server/database/database.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { deliverWebhookJob } from './webhook.jobs.ts';
import { insertDelivery, listListening, type DeliveryRow } from './webhook.store.ts';

type Needed = Pick<Dependencies, 'jobs'>;

/** Ids and names: a receiver fetches the rest with an API key, whose scopes then decide. */
type EventData = Readonly<Record<string, string | number | boolean | null>>;

/** Enqueues one message to one webhook, in the transaction. */
export async function enqueueMessage(
  { jobs }: Needed,
  transaction: Database,
  to: { webhookId: number; instructorId: number },
  event: WebhookDelivery['event'],
  data: EventData,
): Promise<DeliveryRow> {
  const row = await insertDelivery(transaction, {
    id: `msg_${randomUUID()}`,
    webhook_id: to.webhookId,
    event,
    body: JSON.stringify({ type: event, timestamp: new Date().toISOString(), data }),
  });
  await jobs.enqueue(transaction, deliverWebhookJob, {
    instructor_id: to.instructorId,
    delivery_id: row.id,
  });
  return row;
}

/** Tells the webhooks of an instructor, once the transaction commits. */
export async function reportEvent(
  dependencies: Needed,
  transaction: Database,
  instructorId: number,
  event: WebhookEvent,
  data: EventData,
): Promise<void> {
  for (const webhookId of await listListening(transaction, { instructorId, event }))
    await enqueueMessage(dependencies, transaction, { webhookId, instructorId }, event, data);
}
