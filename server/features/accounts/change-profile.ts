import type { ProfileChange, User } from '../../../contract/accounts.ts';
import { inTransaction } from '../../database/database.ts';
import type { Actor, Dependencies } from '../../ports.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { updateProfile } from './account.store.ts';
import { accountGone } from './confirm-password.ts';
import { presentUser } from './open-session.ts';

/**
 * Changes the actor's name, department or both.
 * @throws {ProblemError} token_invalid when the account is gone.
 */
export async function changeProfile(
  { database }: Pick<Dependencies, 'database'>,
  actor: Actor,
  { name, department }: ProfileChange,
): Promise<User> {
  const profile = {
    ...(name === undefined ? {} : { name }),
    ...(department === undefined ? {} : { department }),
  };
  return inTransaction(database, async (transaction) => {
    const user = await updateProfile(transaction, actor.userId, profile);
    if (user === undefined) throw accountGone();
    await recordAudit(transaction, {
      action: 'profile_changed',
      actorId: user.id,
      subject: { kind: 'account', id: user.id },
    });
    return presentUser(user);
  });
}
