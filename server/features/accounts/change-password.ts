import { inTransaction } from '../../database/database.ts';
import { announce } from '../../events/event-bus.ts';
import type { Actor, Dependencies } from '../../ports.ts';
import { ProblemError } from '../../problem-error.ts';
import { hashPassword } from '../../security/passwords.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { updatePassword } from './account.store.ts';
import { confirmPassword } from './confirm-password.ts';
import { refuseWordAboutOneself } from './refuse-word-about-oneself.ts';
import { deleteSessionsOf } from './session.store.ts';

/**
 * Changes the password and ends every other session. The API key stays as it is.
 * @throws {ProblemError} validation_failed on `current_password`, or on `new_password` when everybody could guess it; conflict when it was changed at the same moment;
 * too_many_requests.
 */
export async function changePassword(
  dependencies: Pick<Dependencies, 'database' | 'rateLimits'>,
  actor: Actor,
  input: { current_password: string; new_password: string },
  address: string,
): Promise<void> {
  const {
    id,
    email,
    password_hash: from,
  } = await confirmPassword(dependencies, actor, {
    password: input.current_password,
    field: 'current_password',
    address,
  });
  refuseWordAboutOneself(input.new_password, email, 'new_password');
  const to = await hashPassword(input.new_password);
  await inTransaction(dependencies.database, async (transaction) => {
    if (!(await updatePassword(transaction, id, { from, to }))) {
      throw new ProblemError(
        'conflict',
        'The password was changed elsewhere just now. Sign in with that one.',
      );
    }
    await deleteSessionsOf(transaction, id, actor.sessionId);
    await recordAudit(transaction, {
      action: 'password_changed',
      actorId: id,
      subject: { kind: 'account', id },
    });
    await announce(transaction, { kind: 'access_ended', userId: id });
  });
}
