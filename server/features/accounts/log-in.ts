import type { z } from 'zod';
import type { loginRequest, Session } from '../../../contract/accounts.ts';
import { inTransaction, retryingDeadlocks } from '../../database/database.ts';
import type { Dependencies } from '../../ports.ts';
import { ProblemError } from '../../problem-error.ts';
import { findDevice } from '../../security/device-tokens.ts';
import { isPasswordRight } from '../../security/passwords.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { findUserByEmail, findUserWithPassword } from './account.store.ts';
import { openSession, type Caller } from './open-session.ts';

const wrong = (): ProblemError =>
  new ProblemError('invalid_credentials', 'Invalid credentials. Please check your email and password.');

/**
 * Signs in.
 * @throws {ProblemError} invalid_credentials, alike for an unknown e-mail and a wrong password;
 * account_inactive; too_many_requests.
 */
export async function logIn(
  dependencies: Pick<Dependencies, 'database' | 'secrets' | 'rateLimits'>,
  input: z.infer<typeof loginRequest>,
  caller: Caller,
): Promise<Session> {
  const email = input.email.trim().toLowerCase();
  const user = await findUserByEmail(dependencies.database, email);
  const attempt = { email, address: caller.address, device: findKnownDevice(dependencies, user, caller) };
  // Counted before the password is looked at: many guesses at once must not slip through together.
  await dependencies.rateLimits.countLogin(attempt);
  if (!(await isPasswordRight(user?.password_hash, input.password)) || user === undefined) {
    await recordFailure(dependencies, user?.id);
    throw wrong();
  }
  if (!user.is_active) {
    await recordFailure(dependencies, user.id);
    throw new ProblemError('account_inactive', 'This account has been deactivated.');
  }
  await dependencies.rateLimits.forgiveLogin(attempt);
  // Two logins at once may both replace a key that can no longer be read.
  return retryingDeadlocks(() =>
    inTransaction(dependencies.database, async (transaction) => {
      const unchanged = await findUserWithPassword(transaction, user.id, user.password_hash);
      if (unchanged === undefined) throw wrong();
      await recordAudit(transaction, {
        action: 'sign_in',
        actorId: user.id,
        subject: { kind: 'account', id: user.id },
      });
      return openSession(dependencies, transaction, unchanged, caller);
    }),
  );
}

const findKnownDevice = (
  { secrets }: Pick<Dependencies, 'secrets'>,
  user: { id: number } | undefined,
  { deviceToken }: Caller,
): string | undefined =>
  user === undefined || deviceToken === undefined ? undefined : findDevice(secrets, user.id, deviceToken);

/** What was typed as the e-mail address may be a password, so the entry names an account or nothing. */
const recordFailure = (
  { database }: Pick<Dependencies, 'database'>,
  userId: number | undefined,
): Promise<void> =>
  recordAudit(database, {
    action: 'sign_in',
    outcome: 'failed',
    ...(userId === undefined ? {} : { subject: { kind: 'account', id: userId } }),
  });
