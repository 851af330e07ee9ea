import { randomBytes } from 'node:crypto';
import type { ExportedWebhook } from '#contract/account-export.ts';
import {
  WEBHOOKS_PER_ACCOUNT_MAXIMUM,
  type NewWebhook,
  type Webhook,
  type WebhookChange,
  type WebhookDelivery,
  type WebhookRequest,
} from '#contract/webhooks.ts';
import type { Actor } from '#server/actor.ts';
import { inTransaction } from '#server/database/database.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { invalidField, notFound, ProblemError } from '#server/problem-error.ts';
import { seal } from '#server/security/seal.ts';
import { isCallable } from '#server/web-fetch/guarded-fetch.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { enqueueMessage } from './report-event.ts';
import {
  deleteDeliveriesBefore,
  deleteWebhook,
  findWebhook,
  insertWebhook,
  listDeliveryRows,
  listWebhookRows,
  updateWebhook,
  type DeliveryRow,
  type WebhookRow,
} from './webhook.store.ts';

type Needed = Pick<Dependencies, 'database'>;

const SECRET_BYTES = 32;
const SHOWN_DELIVERIES = 50;
const KEPT_MILLISECONDS = 30 * 24 * 3600 * 1000;

const presentWebhook = (row: WebhookRow): Webhook => ({
  id: row.id,
  url: row.url,
  events: row.events,
  is_active: row.is_active,
  is_failing: !row.is_active && row.failures > 0,
  created_at: row.created_at.toISOString(),
});

const presentDelivery = (row: DeliveryRow): WebhookDelivery => ({
  id: row.id,
  event: row.event,
  status: row.status,
  status_code: row.status_code,
  error: row.error,
  attempts: row.attempts,
  created_at: row.created_at.toISOString(),
  last_attempt_at: row.last_attempt_at?.toISOString() ?? null,
});

/** Oldest first. */
export const listWebhooks = async ({ database }: Needed, { instructorId }: Actor): Promise<Webhook[]> =>
  (await listWebhookRows(database, instructorId)).map(presentWebhook);

async function getOwn({ database }: Needed, { instructorId }: Actor, id: number): Promise<WebhookRow> {
  const row = await findWebhook(database, { instructorId, id });
  if (row === undefined) throw notFound('webhook');
  return row;
}

function refuseInsecure({ config }: Pick<Dependencies, 'config'>, address: string): void {
  const url = URL.parse(address);
  if (url === null || !isCallable(url, config.privateHosts.webhooks))
    throw invalidField('url', 'webhook_address_insecure');
}

/** @returns the webhook with its secret, which is shown this once. @throws {ProblemError} validation_failed; conflict. */
export async function createWebhook(
  dependencies: Pick<Dependencies, 'database' | 'config' | 'secrets'>,
  actor: Actor,
  { url, events }: WebhookRequest,
): Promise<NewWebhook> {
  refuseInsecure(dependencies, url);
  const { database, secrets } = dependencies;
  const secret = `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`;
  return inTransaction(database, async (transaction) => {
    const { length: count } = await listWebhookRows(transaction, actor.instructorId);
    if (count >= WEBHOOKS_PER_ACCOUNT_MAXIMUM)
      throw new ProblemError('webhooks_exhausted', { params: { count: WEBHOOKS_PER_ACCOUNT_MAXIMUM } });
    const row = await insertWebhook(transaction, {
      instructor_id: actor.instructorId,
      url,
      events: [...new Set(events)],
      secret_encrypted: seal(secrets.webhookKey, secret),
    });
    await recordAudit(transaction, 'webhook_created', { by: actor.userId, on: ['webhook', row.id] });
    return { ...presentWebhook(row), secret };
  });
}

/** @throws {ProblemError} not_found; validation_failed. */
export async function changeWebhook(
  dependencies: Pick<Dependencies, 'database' | 'config'>,
  actor: Actor,
  id: number,
  change: WebhookChange,
): Promise<Webhook> {
  if (change.url !== undefined) refuseInsecure(dependencies, change.url);
  const before = await getOwn(dependencies, actor, id);
  if (Object.values(change).every((value) => value === undefined)) return presentWebhook(before);
  await inTransaction(dependencies.database, async (transaction) => {
    await updateWebhook(transaction, id, change);
    await recordAudit(transaction, 'webhook_changed', { by: actor.userId, on: ['webhook', id] });
  });
  return presentWebhook(await getOwn(dependencies, actor, id));
}

/** @throws {ProblemError} not_found. */
export async function removeWebhook({ database }: Needed, actor: Actor, id: number): Promise<void> {
  await inTransaction(database, async (transaction) => {
    if (!(await deleteWebhook(transaction, { instructorId: actor.instructorId, id })))
      throw notFound('webhook');
    await recordAudit(transaction, 'webhook_deleted', { by: actor.userId, on: ['webhook', id] });
  });
}

/** The last messages, newest first. @throws {ProblemError} not_found. */
export async function listDeliveries(
  dependencies: Needed,
  actor: Actor,
  id: number,
): Promise<WebhookDelivery[]> {
  await getOwn(dependencies, actor, id);
  return (await listDeliveryRows(dependencies.database, id, SHOWN_DELIVERIES)).map(presentDelivery);
}

/** One at a time, each with its last messages. */
export async function* exportWebhooks(dependencies: Needed, actor: Actor): AsyncGenerator<ExportedWebhook> {
  for (const row of await listWebhookRows(dependencies.database, actor.instructorId))
    yield { ...presentWebhook(row), deliveries: await listDeliveries(dependencies, actor, row.id) };
}

/** Sends a message of the type `test`, also while the webhook is off. @throws {ProblemError} not_found. */
export async function sendTest(
  dependencies: Pick<Dependencies, 'database' | 'jobs'>,
  actor: Actor,
  id: number,
): Promise<WebhookDelivery> {
  await getOwn(dependencies, actor, id);
  const to = { webhookId: id, instructorId: actor.instructorId };
  const row = await inTransaction(dependencies.database, (transaction) =>
    enqueueMessage(dependencies, transaction, to, 'test', { webhook_id: id }),
  );
  return presentDelivery(row);
}

/** Deletes messages that are a month old. Returns how many. */
export const forgetOldDeliveries = ({ database }: Needed, now: Date): Promise<number> =>
  deleteDeliveriesBefore(database, new Date(now.getTime() - KEPT_MILLISECONDS));
