import type { Account } from '../../../contract/accounts.ts';
import type { Actor, Dependencies } from '../../ports.ts';
import { readBelongings } from '../dashboard/read-dashboard.ts';
import { readStorageUse } from '../uploads/storage.ts';
import { findUserById } from './account.store.ts';
import { listApiKeys } from './api-keys.ts';
import { accountGone } from './confirm-password.ts';
import { presentUser } from './open-session.ts';

/**
 * The actor's account and how much is in it.
 * @throws {ProblemError} token_invalid when the account is gone.
 */
export async function readAccount(
  dependencies: Pick<Dependencies, 'config' | 'database'>,
  actor: Actor,
): Promise<Account> {
  const user = await findUserById(dependencies.database, actor.userId);
  if (user === undefined) throw accountGone();
  const belongings = await readBelongings(dependencies, actor);
  const keys = await listApiKeys(dependencies, actor);
  const { usedBytes } = await readStorageUse(dependencies, actor.instructorId);
  return {
    user: presentUser(user),
    created_at: user.created_at.toISOString(),
    contents: {
      courses: belongings.courses,
      lessons: belongings.lessons,
      quizzes: belongings.question_sets,
      conversations: belongings.conversations,
      api_keys: keys.length,
      storage_bytes: usedBytes,
    },
  };
}
