import { randomUUID } from 'node:crypto';
import type { ResetLink } from '#contract/administration.ts';
import { PAGES } from '#contract/page-addresses.ts';
import type { Administrator } from '#server/actor.ts';
import { inTransaction, type Database } from '#server/platform/database/database.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { ProblemError } from '#server/platform/problem-error.ts';
import type { WorkerDependencies } from '#server/worker-dependencies.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { findUserById, findUserByEmail } from './account.store.ts';
import { refuseWithoutLocalAccounts } from './check-password.ts';
import { noAccount } from './administer-accounts.ts';
import {
  createOneTimeToken,
  oneTimeLink,
  issueTicket,
  SIGN_IN_LINK_MILLISECONDS,
} from './one-time-tokens.ts';
import { insertPasswordReset, countPasswordResetsOf, deleteTokenById } from './one-time-token.store.ts';

const VALID_MILLISECONDS = 3600 * 1000;

/**
 * Makes a link with which the owner of an account sets a new password, for an administrator to hand over.
 * @param origin where people reach Lectern.
 * @throws {ProblemError} not_found; conflict when the account is disabled; not_allowed without local accounts.
 */
export async function createResetLink(
  dependencies: Pick<Dependencies, 'config' | 'database'>,
  administrator: Administrator,
  userId: number,
  origin: string,
): Promise<ResetLink> {
  refuseWithoutLocalAccounts(dependencies);
  return inTransaction(dependencies.database, async (transaction) => {
    await admitLink(transaction, administrator, userId, RESET);
    return issueResetLink(transaction, userId, origin);
  });
}

const RESET = { action: 'reset_link_created', ofDisabled: 'reset_link_for_disabled' } as const;
const SIGN_IN = { action: 'sign_in_link_created', ofDisabled: 'account_deactivated' } as const;

async function admitLink(
  transaction: Database,
  { userId: by }: Administrator,
  userId: number,
  { action, ofDisabled }: typeof RESET | typeof SIGN_IN,
): Promise<void> {
  const user = await findUserById(transaction, userId);
  if (user === undefined) throw noAccount();
  if (!user.is_active) throw new ProblemError(ofDisabled);
  await recordAudit(transaction, action, { by, on: ['account', userId] });
}

/** A link that is valid for an hour. The database stores only its hash. */
export async function issueResetLink(
  transaction: Database,
  userId: number,
  origin: string,
  id: string = randomUUID(),
): Promise<ResetLink> {
  const { token, hash } = createOneTimeToken();
  const expiresAt = new Date(Date.now() + VALID_MILLISECONDS);
  await insertPasswordReset(transaction, {
    id,
    user_id: userId,
    token_hash: hash,
    expires_at: expiresAt,
  });
  return { url: oneTimeLink(origin, 'resetPassword', token), expires_at: expiresAt.toISOString() };
}

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
    await deleteTokenById(transaction, 'password_resets', jobId);
    if ((await countPasswordResetsOf(transaction, user.id, new Date())) >= LINKS_AT_ONCE) return undefined;
    await recordAudit(transaction, 'password_reset_requested', { on: ['account', user.id] });
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

/**
 * Creates a link that signs in the owner of an account without a password or provider, for use while the provider is down.
 * Only for the command line, because the link opens the account.
 * @throws {ProblemError} not_found; account_inactive.
 */
export const createSignInLink = (
  { database }: Pick<Dependencies, 'database'>,
  operator: Administrator,
  userId: number,
  origin: string,
): Promise<ResetLink> =>
  inTransaction(database, async (transaction) => {
    await admitLink(transaction, operator, userId, SIGN_IN);
    const payload = { isFromCommandLine: true } as const;
    const token = await issueTicket(transaction, 'session', userId, payload, SIGN_IN_LINK_MILLISECONDS);
    return {
      url: `${origin}${PAGES.login}#${new URLSearchParams({ 'sign-in': token }).toString()}`,
      expires_at: new Date(Date.now() + SIGN_IN_LINK_MILLISECONDS).toISOString(),
    };
  });
