import type { Session } from '#contract/accounts.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { ProblemError } from '#server/problem-error.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { findUserById } from './account.store.ts';
import { accountGone } from './check-password.ts';
import { openSession, type Caller } from './sessions.ts';

export interface OpenableAccount {
  readonly id: number;
  readonly email: string;
}

/** An active account; undefined for one that is disabled or gone. */
export async function readOpenableAccount(
  { database }: Pick<Dependencies, 'database'>,
  userId: number,
): Promise<OpenableAccount | undefined> {
  const user = await findUserById(database, userId);
  return user?.is_active === true ? { id: user.id, email: user.email } : undefined;
}

/**
 * Signs in to an account that a learning platform is linked to, in a transaction.
 * @throws {ProblemError} token_invalid; account_inactive; not_allowed for an administrator's account.
 */
export async function openLinkedSession(
  dependencies: Pick<Dependencies, 'database' | 'secrets'>,
  userId: number,
  caller: Caller,
): Promise<Session> {
  const user = await findUserById(dependencies.database, userId);
  if (user === undefined) throw accountGone();
  if (!user.is_active) throw new ProblemError('account_deactivated');
  if (user.is_staff) throw new ProblemError('lti_administrators_sign_in');
  await recordAudit(dependencies.database, 'sign_in', {
    by: user.id,
    on: ['account', user.id],
    details: { method: 'learning_platform' },
  });
  return openSession(dependencies, dependencies.database, user, caller, 'provider');
}
