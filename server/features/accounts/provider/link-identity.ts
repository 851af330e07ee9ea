import type { z } from 'zod';
import type { ExportedIdentity } from '#contract/account-export.ts';
import type { Session } from '#contract/accounts.ts';
import type { providerLinkRequest } from '#contract/sign-in.ts';
import { inTransaction } from '#server/platform/database/database.ts';
import type { TicketIdentity } from '#server/platform/database/sign-in-tables.ts';
import type { Actor, Administrator } from '#server/actor.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { recordAudit } from '#server/features/audit/record-audit.ts';
import { findUserById } from '../account.store.ts';
import { noAccount } from '../administer-accounts.ts';
import { checkLogIn, finishLogIn } from '../log-in.ts';
import type { Caller } from '../sessions.ts';
import { findTicketOf } from '../one-time-tokens.ts';
import { connectIdentity } from './connect-identity.ts';
import { deleteIdentitiesOf, listIdentitiesOf } from './identity.store.ts';
import { ticketIsInvalid } from './finish-provider-sign-in.ts';

/**
 * Links the provider's account to the one here that has the same email address, whose password proves that both belong to one
 * person, and signs in. A wrong password can be tried again with the same token.
 * @throws {ProblemError} token_invalid; invalid_credentials; account_inactive; too_many_requests.
 */
export async function linkIdentity(
  dependencies: Pick<Dependencies, 'clock' | 'config' | 'database' | 'secrets' | 'rateLimits'>,
  { token, tab, password }: z.infer<typeof providerLinkRequest>,
  caller: Caller,
): Promise<Session> {
  const ticket = await findTicketOf(dependencies.database, token, 'link');
  if (ticket?.payload.tab !== tab) throw ticketIsInvalid();
  const user = await findUserById(dependencies.database, ticket.user_id);
  const { identity } = ticket.payload;
  if (user === undefined || identity === undefined) throw ticketIsInvalid();
  const checked = await checkLogIn(dependencies, { email: user.email, password }, caller);
  // Without local accounts, the password only proves who owns the account.
  const method = dependencies.config.hasLocalAccounts ? 'password' : 'provider';
  return finishLogIn(dependencies, checked, caller, { identity, spends: ticket.token_hash, method });
}

/** The provider's accounts that open the actor's account. */
export async function listIdentities(
  { database }: Pick<Dependencies, 'database'>,
  actor: Actor,
): Promise<ExportedIdentity[]> {
  const rows = await listIdentitiesOf(database, actor.userId);
  return rows.map(({ issuer, subject, created_at: created, last_used_at: used }) => ({
    issuer,
    subject,
    created_at: created.toISOString(),
    last_used_at: used.toISOString(),
  }));
}

/** Links a provider's account on an administrator's word. @throws {ProblemError} not_found; conflict when it is linked. */
export const linkIdentityOf = (
  { database }: Pick<Dependencies, 'database'>,
  administrator: Administrator,
  userId: number,
  identity: TicketIdentity,
): Promise<void> =>
  inTransaction(database, async (transaction) => {
    if ((await findUserById(transaction, userId)) === undefined) throw noAccount();
    await connectIdentity(transaction, identity, userId, administrator.userId);
  });

/** Afterwards the provider opens the account no more. Returns how many links there were. @throws {ProblemError} not_found. */
export const unlinkIdentitiesOf = (
  { database }: Pick<Dependencies, 'database'>,
  administrator: Administrator,
  userId: number,
): Promise<number> =>
  inTransaction(database, async (transaction) => {
    if ((await findUserById(transaction, userId)) === undefined) throw noAccount();
    const count = await deleteIdentitiesOf(transaction, userId);
    await recordAudit(transaction, 'identity_unlinked', {
      by: administrator.userId,
      on: ['account', userId],
      details: { count },
    });
    return count;
  });
