import type { Account, AccountContents, ProfileChange, User } from '#contract/accounts.ts';
import type { Actor } from '#server/actor.ts';
import { inTransaction } from '#server/platform/database/database.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { ProblemError } from '#server/platform/problem-error.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { readBelongings } from '../dashboard/read-dashboard.ts';
import { readStorageUse } from '../uploads/storage.ts';
import { findUserById, updateProfile } from './account.store.ts';
import { countNamedApiKeys } from './api-keys.ts';
import { accountGone } from './check-password.ts';
import { presentUser } from './sessions.ts';

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
  return {
    user: presentUser(user),
    created_at: user.created_at.toISOString(),
    email_verified_at: user.email_verified_at?.toISOString() ?? null,
    contents: await countContents(dependencies, actor),
  };
}

/** How much is in the account of another, for an administrator. @throws {ProblemError} not_found. */
export async function readAccountContents(
  dependencies: Pick<Dependencies, 'config' | 'database'>,
  id: number,
): Promise<AccountContents> {
  if ((await findUserById(dependencies.database, id)) === undefined)
    throw new ProblemError('account_not_found');
  return countContents(dependencies, { userId: id, instructorId: id });
}

async function countContents(
  dependencies: Pick<Dependencies, 'config' | 'database'>,
  actor: Actor,
): Promise<AccountContents> {
  const belongings = await readBelongings(dependencies, actor);
  const { usedBytes } = await readStorageUse(dependencies, actor.instructorId);
  return {
    courses: belongings.courses,
    lessons: belongings.lessons,
    quizzes: belongings.question_sets,
    conversations: belongings.conversations,
    api_keys: await countNamedApiKeys(dependencies, actor),
    storage_bytes: usedBytes,
  };
}

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
    await recordAudit(transaction, 'profile_changed', { by: user.id, on: ['account', user.id] });
    return presentUser(user);
  });
}
