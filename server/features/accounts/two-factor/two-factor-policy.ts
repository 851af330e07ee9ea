import type { TwoFactorSettings } from '#contract/sign-in.ts';
import { inTransaction, type Database } from '#server/platform/database/database.ts';
import { announce } from '#server/platform/events/event-bus.ts';
import type { Administrator } from '#server/actor.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { recordAudit } from '#server/features/audit/record-audit.ts';
import { findUserById } from '../account.store.ts';
import { noAccount } from '../administer-accounts.ts';
import { deleteSecondFactor, findTwoFactorPolicy, updateTwoFactorPolicy } from './two-factor.store.ts';

type Needed = Pick<Dependencies, 'database'>;

/** Whether the installation requires the second factor of this account when it signs in with a password. */
export async function requiresSecondFactor(
  database: Database,
  user: { is_staff: boolean; has_password: boolean },
): Promise<boolean> {
  const policy = await findTwoFactorPolicy(database);
  return user.has_password && (policy === 'everyone' || (policy === 'administrators' && user.is_staff));
}

export const readTwoFactorSettings = async ({ database }: Needed): Promise<TwoFactorSettings> => ({
  required_for: await findTwoFactorPolicy(database),
});

/** Sessions of those who are required to and have not set it up can do nothing else from then on. */
export const changeTwoFactorSettings = (
  { database }: Needed,
  administrator: Administrator,
  settings: TwoFactorSettings,
): Promise<TwoFactorSettings> =>
  inTransaction(database, async (transaction) => {
    await updateTwoFactorPolicy(transaction, settings.required_for);
    await recordAudit(transaction, 'two_factor_policy_changed', {
      by: administrator.userId,
      details: { required_for: settings.required_for },
    });
    return settings;
  });

/**
 * Removes the second factor of someone who has lost phone and recovery codes. Returns whether there was one.
 * @throws {ProblemError} not_found.
 */
export const removeTwoFactor = (
  { database }: Needed,
  administrator: Administrator,
  userId: number,
): Promise<boolean> =>
  inTransaction(database, async (transaction) => {
    if ((await findUserById(transaction, userId)) === undefined) throw noAccount();
    const wasThere = await deleteSecondFactor(transaction, userId);
    await recordAudit(transaction, 'two_factor_removed', {
      by: administrator.userId,
      on: ['account', userId],
    });
    await announce(transaction, { kind: 'access_ended', userId });
    return wasThere;
  });
