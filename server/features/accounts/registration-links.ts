import type { z } from 'zod';
import type { registrationLinkRequest, RegistrationLinkAnswer } from '#contract/accounts.ts';
import { inTransaction } from '#server/database/database.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { ProblemError } from '#server/problem-error.ts';
import type { WorkerDependencies } from '#server/worker-dependencies.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { sendRegistrationMail } from './account.jobs.ts';
import { findUserByEmail } from './account.store.ts';
import {
  countRegistrationLinks,
  deleteRegistrationLink,
  findInvitation,
  insertRegistrationLink,
} from './one-time-token.store.ts';
import { createOneTimeToken, registrationLink } from './one-time-tokens.ts';
import { admitRegistration, hashGiven, type Applicant } from './registration.ts';

/**
 * Asks for the link with which a registration begins. The answer is the same for every address, and so is the work until then:
 * whether there is an account is looked up by a job.
 * @throws {ProblemError} conflict without mail; registration_closed; validation_failed on `email` or `invitation`;
 * too_many_requests.
 */
export async function requestRegistrationLink(
  { config, database, jobs, rateLimits }: Pick<Dependencies, 'config' | 'database' | 'jobs' | 'rateLimits'>,
  input: z.infer<typeof registrationLinkRequest>,
  address: string,
): Promise<RegistrationLinkAnswer> {
  if (config.mail === undefined) throw new ProblemError('registration_without_link');
  await rateLimits.countRegistration(address);
  const email = input.email.toLowerCase();
  const invitation = hashGiven(input.invitation);
  await inTransaction(database, async (transaction) => {
    await admitRegistration(transaction, { email, invitation }, findInvitation);
    await recordAudit(transaction, 'registration_link_requested');
    const hash = invitation?.toString('hex') ?? null;
    await jobs.enqueue(transaction, sendRegistrationMail, { email, invitation: hash });
  });
  return { detail: 'A link to finish the registration is on its way to this address.' };
}

/** People may read their mail in the evening. */
const VALID_MILLISECONDS = 24 * 3600 * 1000;

/** More mails than this within the time that a link is valid would be spam to whoever owns the address. */
const LINKS_AT_ONCE = 3;

/**
 * Sends a link with which the owner of the address registers, or tells them that they have an account. A second run for one job
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
    await deleteRegistrationLink(transaction, jobId);
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

Sign in at ${publicUrl}/login. If you forgot your password, reset it at ${publicUrl}/reset-password.

If it was not you, ignore this message. Nothing has changed.
`,
});
