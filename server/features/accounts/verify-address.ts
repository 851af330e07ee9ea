import type { EndedAccess } from '#contract/accounts.ts';
import type { Database } from '#server/platform/database/database.ts';
import type { TicketIdentity } from '#server/platform/database/sign-in-tables.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { announce } from '#server/platform/events/event-bus.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { markEmailVerified } from './account.store.ts';
import { revokeAllApiKeys } from './api-keys.ts';
import { deleteTokensOf } from './one-time-token.store.ts';
import { deleteIdentitiesOf } from './provider/identity.store.ts';
import { deleteSessionsOf } from './session.store.ts';
import { deleteSecondFactor } from './two-factor/two-factor.store.ts';

/**
 * Notes that someone has proved that the account's address is theirs. The first proof ends everything that opened the account
 * before: anyone may have typed the address, kept a key and waited for its owner. Returns what has ended; undefined when the
 * address was verified already.
 * @param proof the provider's account that proves it, which stays connected.
 */
export async function verifyAddress(
  dependencies: Pick<Dependencies, 'secrets'>,
  transaction: Database,
  userId: number,
  proof?: TicketIdentity,
): Promise<EndedAccess | undefined> {
  if (!(await markEmailVerified(transaction, userId, new Date()))) return undefined;
  const ended = {
    sessions: await deleteSessionsOf(transaction, userId, undefined),
    api_keys: (await revokeAllApiKeys(dependencies, transaction, userId)).revoked,
    second_factor: await deleteSecondFactor(transaction, userId),
    identities: await deleteIdentitiesOf(transaction, userId, proof),
  };
  await deleteTokensOf(transaction, 'sign_in_tickets', userId);
  await recordAudit(transaction, 'address_verified', { on: ['account', userId], details: ended });
  await announce(transaction, { kind: 'access_ended', userId });
  return ended;
}
