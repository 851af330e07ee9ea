import type { Generated, GeneratedAlways } from 'kysely';
import type { WebhookDelivery, WebhookEvent } from '#contract/webhooks.ts';
import type { CreatedAt, Json } from './column-types.ts';

/** An address that hears of events. */
interface WebhookTable {
  id: GeneratedAlways<number>;
  instructor_id: number;
  url: string;
  events: Json<WebhookEvent[]>;
  /** What messages are signed with, encrypted under the root secret. */
  secret_encrypted: Buffer;
  is_active: Generated<boolean>;
  /** Messages in a row that could not be delivered. */
  failures: Generated<number>;
  created_at: CreatedAt;
}

/** A message, and what became of it. */
interface WebhookDeliveryTable {
  id: string;
  webhook_id: number;
  event: WebhookDelivery['event'];
  /** As it is signed and sent. */
  body: string;
  status: Generated<WebhookDelivery['status']>;
  status_code: number | null;
  error: string | null;
  attempts: Generated<number>;
  created_at: CreatedAt;
  last_attempt_at: Date | null;
}

export interface WebhookTables {
  webhooks: WebhookTable;
  webhook_deliveries: WebhookDeliveryTable;
}
