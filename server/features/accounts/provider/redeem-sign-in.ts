import type { z } from 'zod';
import type { Session } from '../../../../contract/accounts.ts';
import type { providerSessionRequest } from '../../../../contract/sign-in.ts';
import { inTransaction, retryingDeadlocks } from '../../../database/database.ts';
import type { Dependencies } from '../../../ports.ts';
import { ProblemError } from '../../../problem-error.ts';
import { recordAudit } from '../../audit/record-audit.ts';
import { findUserById } from '../account.store.ts';
import { openSession, type Caller } from '../open-session.ts';
import { deleteTicket } from '../sign-in-ticket.store.ts';
import { findTicketOf } from '../sign-in-tickets.ts';

export const ticketIsInvalid = (): ProblemError =>
  new ProblemError('token_invalid', 'This sign-in has expired or was begun elsewhere. Sign in again.');

/**
 * Exchanges the token that the provider's sign-in ended with for a session. Only the page that began that sign-in can: a link
 * that someone else made must not sign a person in to the account of that someone.
 * @throws {ProblemError} token_invalid; account_inactive.
 */
export const redeemSignIn = (
  dependencies: Pick<Dependencies, 'database' | 'secrets'>,
  { token, tab }: z.infer<typeof providerSessionRequest>,
  caller: Caller,
): Promise<Session> =>
  // Two sign-ins at once may both replace a key that can no longer be read.
  retryingDeadlocks(() =>
    inTransaction(dependencies.database, async (transaction) => {
      const ticket = await findTicketOf(transaction, token, 'session');
      if (ticket?.payload.tab !== tab) throw ticketIsInvalid();
      if (!(await deleteTicket(transaction, ticket.token_hash))) throw ticketIsInvalid();
      const user = await findUserById(transaction, ticket.user_id);
      if (user === undefined) throw ticketIsInvalid();
      if (!user.is_active) {
        throw new ProblemError('account_inactive', 'This account has been deactivated.');
      }
      await recordAudit(transaction, {
        action: 'sign_in',
        actorId: user.id,
        subject: { kind: 'account', id: user.id },
        details: { method: 'provider' },
      });
      return openSession(dependencies, transaction, user, caller, 'provider');
    }),
  );
