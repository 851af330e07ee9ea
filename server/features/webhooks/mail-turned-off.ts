import type { WorkerDependencies } from '#server/worker-dependencies.ts';
import { readOpenableAccount } from '../accounts/linked-accounts.ts';

/** Does nothing where the installation sends no mail: the account page says it, too. */
export async function mailTurnedOff(
  { database, mailer, config }: Pick<WorkerDependencies, 'database' | 'mailer' | 'config'>,
  instructorId: number,
  url: string,
): Promise<void> {
  const { publicUrl } = config;
  const owner = await readOpenableAccount({ database }, instructorId);
  if (mailer === null || publicUrl === undefined || owner === undefined) return;
  await mailer.send({
    to: owner.email,
    subject: 'Lectern turned a webhook off',
    text: `Lectern could not deliver several messages in a row to this address and turned the webhook off:

${url}

The last deliveries and their errors are on your account page. Turn the webhook on again there when the address works.

${publicUrl}/account
`,
  });
}
