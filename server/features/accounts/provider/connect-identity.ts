import type { Database } from '../../../database/database.ts';
import type { TicketIdentity } from '../../../database/sign-in-tables.ts';
import { ProblemError } from '../../../problem-error.ts';
import { recordAudit } from '../../audit/record-audit.ts';
import { insertIdentity } from './identity.store.ts';

/** @throws {ProblemError} conflict when the provider's account opens an account already. */
export async function connectIdentity(
  transaction: Database,
  identity: TicketIdentity,
  userId: number,
  actorId: number | null,
): Promise<void> {
  if (!(await insertIdentity(transaction, identity, userId))) {
    throw new ProblemError(
      'conflict',
      'This account of the sign-in provider is linked to an account already.',
    );
  }
  await recordAudit(transaction, {
    action: 'identity_linked',
    actorId,
    subject: { kind: 'account', id: userId },
    details: { issuer: identity.issuer },
  });
}
