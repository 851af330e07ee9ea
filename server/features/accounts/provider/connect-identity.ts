import type { Database } from '#server/database/database.ts';
import type { TicketIdentity } from '#server/database/sign-in-tables.ts';
import { ProblemError } from '#server/problem-error.ts';
import { recordAudit } from '#server/features/audit/record-audit.ts';
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
