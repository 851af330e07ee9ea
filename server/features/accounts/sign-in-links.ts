import type { ResetLink } from '#contract/administration.ts';
import type { Administrator } from '#server/actor.ts';
import { inTransaction } from '#server/database/database.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { ProblemError } from '#server/problem-error.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { findUserById } from './account.store.ts';
import { noAccount } from './administer-accounts.ts';
import { issueTicket, SIGN_IN_LINK_MILLISECONDS } from './one-time-tokens.ts';

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
    const user = await findUserById(transaction, userId);
    if (user === undefined) throw noAccount();
    if (!user.is_active) throw new ProblemError('account_deactivated');
    await recordAudit(transaction, 'sign_in_link_created', { by: operator.userId, on: ['account', userId] });
    const payload = { isFromCommandLine: true } as const;
    const token = await issueTicket(transaction, 'session', userId, payload, SIGN_IN_LINK_MILLISECONDS);
    return {
      url: `${origin}/login#${new URLSearchParams({ 'sign-in': token }).toString()}`,
      expires_at: new Date(Date.now() + SIGN_IN_LINK_MILLISECONDS).toISOString(),
    };
  });
