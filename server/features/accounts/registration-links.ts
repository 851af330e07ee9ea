import { PAGES } from '#contract/page-addresses.ts';
import { inTransaction } from '#server/platform/database/database.ts';
import type { WorkerDependencies } from '#server/worker-dependencies.ts';
import { findUserByEmail } from './account.store.ts';
import { countRegistrationLinks, deleteTokenById, insertRegistrationLink } from './one-time-token.store.ts';
import { createOneTimeToken, registrationLink } from './one-time-tokens.ts';
import type { Applicant } from './registration.ts';

/** People may read their mail in the evening. */
const VALID_MILLISECONDS = 24 * 3600 * 1000;

/** More mails than this within the time that a link is valid would be spam to whoever owns the address. */
const LINKS_AT_ONCE = 3;

/**
 * Sends a link with which the owner of the address registers, or says that they already have an account. A second run for one job
 * replaces the link of the first.
 */
export async function mailRegistrationLink(
  { database, mailer, config, log }: Pick<WorkerDependencies, 'database' | 'mailer' | 'config' | 'log'>,
  { email, invitation }: Applicant,
  jobId: string,
): Promise<void> {
  const { publicUrl } = config;
  if (mailer === null || publicUrl === undefined) {
    log.warn({}, 'A registration was requested, and this worker has no SMTP_URL. Give it to every process.');
    return;
  }
  const { token, hash } = createOneTimeToken();
  const mail = await inTransaction(database, async (transaction) => {
    const now = new Date();
    await deleteTokenById(transaction, 'registration_links', jobId);
    if ((await countRegistrationLinks(transaction, email, now)) >= LINKS_AT_ONCE) return undefined;
    // Also for an address with an account, whose mails are then counted too. No one gets that token.
    await insertRegistrationLink(transaction, {
      id: jobId,
      email,
      token_hash: hash,
      invitation_hash: invitation ?? null,
      expires_at: new Date(now.getTime() + VALID_MILLISECONDS),
    });
    return (await findUserByEmail(transaction, email)) === undefined
      ? composeInvitingMail(publicUrl, registrationLink(publicUrl, token, email))
      : composeKnownMail(publicUrl);
  });
  if (mail !== undefined) await mailer.send({ to: email, ...mail });
}

const composeInvitingMail = (publicUrl: string, url: string): { subject: string; text: string } => ({
  subject: 'Finish your registration at Lectern',
  text: `Someone asked to register this address at ${publicUrl}.

To choose a password and finish, open this link within a day. It works once.

${url}

If it was not you, ignore this message. There is no account with your address.
`,
});

const composeKnownMail = (publicUrl: string): { subject: string; text: string } => ({
  subject: 'You already have a Lectern account',
  text: `Someone asked to register this address at ${publicUrl}, where you already have an account.

Sign in at ${publicUrl}${PAGES.login}. If you forgot your password, reset it at ${publicUrl}${PAGES.resetPassword}.

If it was not you, ignore this message. Nothing has changed.
`,
});
