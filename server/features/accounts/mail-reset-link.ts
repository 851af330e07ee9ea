import { inTransaction } from '../../database/database.ts';
import type { WorkerDependencies } from '../../ports.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { findUserByEmail } from './account.store.ts';
import { countPasswordResetsOf, deletePasswordResetById } from './password-reset.store.ts';
import { issueResetLink } from './reset-links.ts';

/** More mails than this within the time that a link is valid would be spam to whoever owns the address. */
const LINKS_AT_ONCE = 3;

/**
 * Sends a link with which the owner of an account sets a new password. Without an active account of this address it does
 * nothing. A second run for one job replaces the link of the first.
 */
export async function mailResetLink(
  { database, mailer, config, log }: Pick<WorkerDependencies, 'database' | 'mailer' | 'config' | 'log'>,
  email: string,
  jobId: string,
): Promise<void> {
  const { publicUrl } = config;
  if (mailer === null || publicUrl === undefined) {
    log.warn(
      {},
      'A password reset was requested, and this worker has no SMTP_URL. Give it to every process.',
    );
    return;
  }
  const link = await inTransaction(database, async (transaction) => {
    const user = await findUserByEmail(transaction, email);
    if (user?.is_active !== true) return undefined;
    await deletePasswordResetById(transaction, jobId);
    if ((await countPasswordResetsOf(transaction, user.id, new Date())) >= LINKS_AT_ONCE) return undefined;
    await recordAudit(transaction, {
      action: 'password_reset_requested',
      subject: { kind: 'account', id: user.id },
    });
    return issueResetLink(transaction, user.id, publicUrl, jobId);
  });
  if (link !== undefined) await mailer.send({ to: email, ...composeMail(publicUrl, link.url) });
}

const composeMail = (publicUrl: string, url: string): { subject: string; text: string } => ({
  subject: 'Reset your Lectern password',
  text: `Someone asked to reset the password of your account at ${publicUrl}.

To choose a new password, open this link within an hour. It works once.

${url}

If it was not you, ignore this message. Your password has not changed.
`,
});
