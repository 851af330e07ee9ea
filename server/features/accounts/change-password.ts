import type { z } from 'zod';
import type { passwordChangeRequest } from '../../../contract/accounts.ts';
import { inTransaction } from '../../database/database.ts';
import { announce } from '../../events/event-bus.ts';
import type { Actor, Dependencies } from '../../ports.ts';
import { ProblemError } from '../../problem-error.ts';
import { hashPassword } from '../../security/passwords.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { updatePassword } from './account.store.ts';
import { revokeAllApiKeys } from './api-keys.ts';
import { confirmPassword } from './confirm-password.ts';
import { deletePasswordResetsOf } from './password-reset.store.ts';
import { refuseGuessablePassword } from './refuse-guessable-password.ts';
import { deleteSessionsOf } from './session.store.ts';
import { confirmSecondFactor } from './two-factor/check-second-factor.ts';

/**
 * Changes the password and ends every other session. API keys stay unless `revoke_api_keys` says otherwise; the new
 * sign-in key is then returned.
 * @throws {ProblemError} validation_failed on `current_password`, or on `new_password` when everybody could guess it; conflict when it was changed at the same moment;
 * validation_failed on `code` where the second factor is on; too_many_requests.
 */
export async function changePassword(
  dependencies: Pick<Dependencies, 'database' | 'rateLimits' | 'secrets'>,
  actor: Actor,
  input: z.infer<typeof passwordChangeRequest>,
  address: string,
): Promise<string | undefined> {
  const {
    id,
    email,
    password_hash: from,
  } = await confirmPassword(dependencies, actor, {
    password: input.current_password,
    field: 'current_password',
    address,
  });
  await refuseGuessablePassword(input.new_password, email, 'new_password');
  await confirmSecondFactor(dependencies, id, input.code);
  const to = await hashPassword(input.new_password);
  return inTransaction(dependencies.database, async (transaction) => {
    if (!(await updatePassword(transaction, id, { from, to }))) {
      throw new ProblemError(
        'conflict',
        'The password was changed elsewhere just now. Sign in with that one.',
      );
    }
    await deleteSessionsOf(transaction, id, actor.sessionId);
    await deletePasswordResetsOf(transaction, id);
    await recordAudit(transaction, {
      action: 'password_changed',
      actorId: id,
      subject: { kind: 'account', id },
      details: { revokes_api_keys: input.revoke_api_keys === true },
    });
    await announce(transaction, { kind: 'access_ended', userId: id });
    return input.revoke_api_keys === true ? revokeAllApiKeys(dependencies, transaction, id) : undefined;
  });
}
