import type { z } from 'zod';
import type { loginRequest, Session } from '../../../contract/accounts.ts';
import type { Dependencies } from '../../ports.ts';
import { ProblemError } from '../../problem-error.ts';
import { isPasswordRight } from '../../security/passwords.ts';
import { findUserByEmail } from './account.store.ts';
import { openSession } from './open-session.ts';

/**
 * Signs in.
 * @throws {ProblemError} invalid_credentials, alike for an unknown e-mail and a wrong password;
 * account_inactive; too_many_requests.
 */
export async function logIn(
  dependencies: Pick<Dependencies, 'database' | 'secrets' | 'rateLimits'>,
  input: z.infer<typeof loginRequest>,
  address: string,
): Promise<Session> {
  const email = input.email.trim().toLowerCase();
  // Counted before the password is looked at: many guesses at once must not slip through together.
  await dependencies.rateLimits.countLogin(email, address);
  const user = await findUserByEmail(dependencies.database, email);
  if (!(await isPasswordRight(user?.password_hash, input.password)) || user === undefined) {
    throw new ProblemError(
      'invalid_credentials',
      'Invalid credentials. Please check your email and password.',
    );
  }
  if (!user.is_active) throw new ProblemError('account_inactive', 'This account has been deactivated.');
  await dependencies.rateLimits.forgiveLogin(email, address);
  return openSession(dependencies, dependencies.database, user);
}
