import { inTransaction } from '../../database/database.ts';
import { announce } from '../../events/event-bus.ts';
import type { Actor, Dependencies } from '../../ports.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { confirmPassword, type PasswordCheck } from './confirm-password.ts';
import { replaceSignInKey } from './get-sign-in-key.ts';

/**
 * Gives the actor a new API key; the old one stops working. Returns the new one.
 * @throws {ProblemError} validation_failed on `password`; too_many_requests.
 */
export async function rotateApiKey(
  dependencies: Pick<Dependencies, 'database' | 'rateLimits' | 'secrets'>,
  actor: Actor,
  check: PasswordCheck,
): Promise<string> {
  const { id } = await confirmPassword(dependencies, actor, check);
  return inTransaction(dependencies.database, async (transaction) => {
    const apiKey = await replaceSignInKey(dependencies, transaction, id);
    await recordAudit(transaction, {
      action: 'sign_in_key_replaced',
      actorId: id,
      subject: { kind: 'account', id },
    });
    await announce(transaction, { kind: 'access_ended', userId: id });
    return apiKey;
  });
}
