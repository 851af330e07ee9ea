import type { EndedAccess } from '#contract/accounts.ts';
import type { Database } from '#server/platform/database/database.ts';
import type { TicketIdentity } from '#server/platform/database/sign-in-tables.ts';
import { ProblemError } from '#server/platform/problem-error.ts';
import { recordAudit } from '#server/features/audit/record-audit.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { findUserById, type UserRow } from '../account.store.ts';
import { verifyAddress } from '../verify-address.ts';
import { insertIdentity } from './identity.store.ts';

/** @throws {ProblemError} conflict when the provider's account opens an account already. */
export async function connectIdentity(
  transaction: Database,
  identity: TicketIdentity,
  userId: number,
  actorId: number | null,
): Promise<void> {
  if (!(await insertIdentity(transaction, identity, userId))) {
    throw new ProblemError('identity_already_linked');
  }
  await recordAudit(transaction, 'identity_linked', {
    by: actorId,
    on: ['account', userId],
    details: { issuer: identity.issuer },
  });
}

/**
 * Connects the provider's account that someone came with. The provider has verified that the account's address is theirs, which
 * may be the first proof of it: returns the user as they are then, and what has ended.
 */
export async function connectAtSignIn(
  dependencies: Pick<Dependencies, 'secrets'>,
  transaction: Database,
  identity: TicketIdentity,
  user: UserRow,
): Promise<{ user: UserRow; ended: EndedAccess | undefined }> {
  const ended = await verifyAddress(dependencies, transaction, user.id);
  await connectIdentity(transaction, identity, user.id, user.id);
  return { user: (await findUserById(transaction, user.id)) ?? user, ended };
}
