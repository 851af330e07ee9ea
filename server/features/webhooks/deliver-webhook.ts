import { createHmac } from 'node:crypto';
import { inTransaction } from '#server/database/database.ts';
import type { JobContext } from '#server/jobs/job-definition.ts';
import { openSealed } from '#server/security/seal.ts';
import { describeFailedCall, guardedFetch } from '#server/web-fetch/guarded-fetch.ts';
import { UrlFetchError } from '#server/web-fetch/url-fetch-error.ts';
import type { WorkerDependencies } from '#server/worker-dependencies.ts';
import { mailWebhookOffJob } from './webhook-mail.jobs.ts';
import { countFailure, findWaiting, forgetFailures, turnOff, updateDelivery } from './webhook.store.ts';

type Needed = Pick<WorkerDependencies, 'database' | 'secrets' | 'config' | 'jobs' | 'log'>;

/** Messages in a row that could not be delivered, after which a webhook is turned off. */
const FAILURES_MAXIMUM = 5;
/** The receiver says that there is nothing any more, and Standard Webhooks that no message should follow. */
const GONE = 410;

/** Standard Webhooks 1.0: HMAC-SHA256 over id, time and body. */
export function signMessage(secret: string, id: string, seconds: number, body: string): string {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  return `v1,${createHmac('sha256', key).update(`${id}.${seconds}.${body}`).digest('base64')}`;
}

/** What came of an attempt; undefined when it was delivered. */
interface Failure {
  readonly statusCode: number | null;
  readonly error: string;
}

async function attempt(
  { config }: Needed,
  { url, body }: { url: string; body: string },
  id: string,
  secret: string,
): Promise<Failure | undefined> {
  const seconds = Math.floor(Date.now() / 1000);
  try {
    const response = await guardedFetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'webhook-id': id,
        'webhook-timestamp': String(seconds),
        'webhook-signature': signMessage(secret, id, seconds, body),
      },
      body,
      privateHosts: config.privateHosts.webhooks,
    });
    if (response.ok) return undefined;
    return { statusCode: response.status, error: `The address answered ${response.status}.` };
  } catch (error) {
    if (!(error instanceof UrlFetchError)) throw error;
    return { statusCode: null, error: describeFailedCall(error) };
  }
}

/**
 * Sends a message that waits, and stores what came of it.
 * @throws where another attempt may succeed.
 */
export async function deliverWebhook(
  dependencies: Needed,
  id: string,
  { isLastAttempt }: Pick<JobContext, 'isLastAttempt'>,
): Promise<void> {
  const { database, secrets, jobs, log } = dependencies;
  const webhook = await findWaiting(database, id);
  if (webhook === undefined) return;
  if (!webhook.is_active && webhook.event !== 'test') {
    await updateDelivery(database, id, {
      status: 'failed',
      status_code: null,
      error: 'The webhook was turned off.',
    });
    return;
  }
  const secret = openSealed(secrets.webhookKey, webhook.secret_encrypted);
  const failure =
    secret === undefined
      ? { statusCode: null, error: 'The root secret has changed. Create the webhook again.' }
      : await attempt(dependencies, webhook, id, secret);
  if (failure === undefined) {
    await updateDelivery(database, id, { status: 'delivered', status_code: null, error: null });
    await forgetFailures(database, webhook.id);
    return;
  }
  const isFinal =
    isLastAttempt || secret === undefined || failure.statusCode === GONE || webhook.event === 'test';
  const { statusCode, error } = failure;
  const status = isFinal ? 'failed' : 'waiting';
  await updateDelivery(database, id, { status, status_code: statusCode, error });
  if (!isFinal) throw new Error(`Webhook ${webhook.id}: ${error}`);
  if (webhook.event === 'test') return;
  await inTransaction(database, async (transaction) => {
    const failures = await countFailure(transaction, webhook.id);
    if (failures < FAILURES_MAXIMUM && statusCode !== GONE) return;
    if (!(await turnOff(transaction, webhook.id))) return;
    log.info({ webhook: webhook.id, failures }, 'A webhook was turned off.');
    await jobs.enqueue(transaction, mailWebhookOffJob, {
      instructor_id: webhook.instructor_id,
      url: webhook.url,
    });
  });
}
