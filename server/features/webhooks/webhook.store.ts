import { sql, type Selectable } from 'kysely';
import type { WebhookChange, WebhookEvent } from '#contract/webhooks.ts';
import type { Database } from '#server/database/database.ts';
import type { WebhookTables } from '#server/database/webhook-tables.ts';

export type WebhookRow = Selectable<WebhookTables['webhooks']>;
export type DeliveryRow = Selectable<WebhookTables['webhook_deliveries']>;

/** Oldest first. */
export const listWebhookRows = (database: Database, instructorId: number): Promise<WebhookRow[]> =>
  database
    .selectFrom('webhooks')
    .selectAll()
    .where('instructor_id', '=', instructorId)
    .orderBy('id')
    .execute();

export const findWebhook = (
  database: Database,
  of: { instructorId: number; id: number },
): Promise<WebhookRow | undefined> =>
  database
    .selectFrom('webhooks')
    .selectAll()
    .where('id', '=', of.id)
    .where('instructor_id', '=', of.instructorId)
    .executeTakeFirst();

/** The ids of those that hear of an event. */
export async function listListening(
  database: Database,
  of: { instructorId: number; event: WebhookEvent },
): Promise<number[]> {
  const rows = await database
    .selectFrom('webhooks')
    .select('id')
    .where('instructor_id', '=', of.instructorId)
    .where('is_active', '=', true)
    .where(sql<boolean>`events ? ${of.event}`)
    .execute();
  return rows.map(({ id }) => id);
}

export const insertWebhook = (
  database: Database,
  row: { instructor_id: number; url: string; events: readonly WebhookEvent[]; secret_encrypted: Buffer },
): Promise<WebhookRow> =>
  database
    .insertInto('webhooks')
    .values({ ...row, events: JSON.stringify(row.events) })
    .returningAll()
    .executeTakeFirstOrThrow();

/** Whoever turns it on again starts counting failures anew. */
export async function updateWebhook(
  database: Database,
  id: number,
  { url, events, is_active: isActive }: WebhookChange,
): Promise<void> {
  await database
    .updateTable('webhooks')
    .set({
      ...(url === undefined ? {} : { url }),
      ...(events === undefined ? {} : { events: JSON.stringify(events) }),
      ...(isActive === undefined ? {} : { is_active: isActive, failures: 0 }),
    })
    .where('id', '=', id)
    .execute();
}

export async function deleteWebhook(
  database: Database,
  of: { instructorId: number; id: number },
): Promise<boolean> {
  const result = await database
    .deleteFrom('webhooks')
    .where('id', '=', of.id)
    .where('instructor_id', '=', of.instructorId)
    .executeTakeFirst();
  return result.numDeletedRows > 0n;
}

export const insertDelivery = (
  database: Database,
  row: Pick<DeliveryRow, 'id' | 'webhook_id' | 'event' | 'body'>,
): Promise<DeliveryRow> =>
  database.insertInto('webhook_deliveries').values(row).returningAll().executeTakeFirstOrThrow();

/** Newest first. */
export const listDeliveryRows = (
  database: Database,
  webhookId: number,
  limit: number,
): Promise<DeliveryRow[]> =>
  database
    .selectFrom('webhook_deliveries')
    .selectAll()
    .where('webhook_id', '=', webhookId)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(limit)
    .execute();

/** A message that waits, with its webhook. */
export const findWaiting = (
  database: Database,
  id: string,
): Promise<(WebhookRow & { body: string; event: DeliveryRow['event'] }) | undefined> =>
  database
    .selectFrom('webhook_deliveries')
    .innerJoin('webhooks', 'webhooks.id', 'webhook_deliveries.webhook_id')
    .selectAll('webhooks')
    .select(['webhook_deliveries.body', 'webhook_deliveries.event'])
    .where('webhook_deliveries.id', '=', id)
    .where('webhook_deliveries.status', '=', 'waiting')
    .executeTakeFirst();

export async function updateDelivery(
  database: Database,
  id: string,
  change: Pick<DeliveryRow, 'status' | 'status_code' | 'error'>,
): Promise<void> {
  await database
    .updateTable('webhook_deliveries')
    .set((row) => ({ ...change, attempts: row('attempts', '+', 1), last_attempt_at: new Date() }))
    .where('id', '=', id)
    .execute();
}

/** Counts a message that was not delivered. Returns how many there were in a row. */
export async function countFailure(database: Database, id: number): Promise<number> {
  const { failures } = await database
    .updateTable('webhooks')
    .set((row) => ({ failures: row('failures', '+', 1) }))
    .where('id', '=', id)
    .returning('failures')
    .executeTakeFirstOrThrow();
  return failures;
}

export async function forgetFailures(database: Database, id: number): Promise<void> {
  await database
    .updateTable('webhooks')
    .set({ failures: 0 })
    .where('id', '=', id)
    .where('failures', '>', 0)
    .execute();
}

/** False when it was off already. `failures` stays: it says why. */
export async function turnOff(database: Database, id: number): Promise<boolean> {
  const result = await database
    .updateTable('webhooks')
    .set({ is_active: false })
    .where('id', '=', id)
    .where('is_active', '=', true)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** Returns how many. */
export async function deleteDeliveriesBefore(database: Database, before: Date): Promise<number> {
  const result = await database
    .deleteFrom('webhook_deliveries')
    .where('created_at', '<', before)
    .executeTakeFirst();
  return Number(result.numDeletedRows);
}
