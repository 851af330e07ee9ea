import type { z } from 'zod';
import type { registerRequest, Session } from '../../../contract/accounts.ts';
import { inTransaction } from '../../database/database.ts';
import type { Dependencies } from '../../ports.ts';
import { invalidField } from '../../problem-error.ts';
import { hashPassword } from '../../security/passwords.ts';
import { createAccount } from './create-account.ts';
import { openSession, type Caller } from './open-session.ts';
import { refuseGuessablePassword } from './refuse-guessable-password.ts';
import { admitRegistration } from './registration.ts';

/**
 * Makes an account and signs it in. The first account of an installation is its administrator.
 * @throws {ProblemError} validation_failed on `email` when it is taken, on `password` when everybody could guess it;
 * too_many_requests; registration_closed, or validation_failed on `invitation`, as the settings say.
 */
export async function registerAccount(
  dependencies: Pick<Dependencies, 'database' | 'secrets' | 'rateLimits'>,
  input: z.infer<typeof registerRequest>,
  caller: Caller,
): Promise<Session> {
  await dependencies.rateLimits.countRegistration(caller.address);
  const email = input.email.toLowerCase();
  await refuseGuessablePassword(input.password, email, 'password');
  const passwordHash = await hashPassword(input.password);
  return inTransaction(dependencies.database, async (transaction) => {
    await admitRegistration(transaction, { email, invitation: input.invitation });
    const user = await createAccount(dependencies, transaction, {
      email,
      name: input.name,
      department: input.department ?? '',
      passwordHash,
      hasPassword: true,
    });
    if (user === undefined) throw invalidField('email', 'An account with this e-mail exists already.');
    return openSession(dependencies, transaction, user, caller);
  });
}
