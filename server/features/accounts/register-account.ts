import type { z } from 'zod';
import type { registerRequest, Session } from '../../../contract/accounts.ts';
import { inTransaction } from '../../database/database.ts';
import type { Dependencies } from '../../ports.ts';
import { invalidField } from '../../problem-error.ts';
import { createApiKey, encryptApiKey, hashApiKey } from '../../security/api-keys.ts';
import { hashPassword } from '../../security/passwords.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { insertUser } from './account.store.ts';
import { isFirstAccount } from './installation.store.ts';
import { openSession, type Caller } from './open-session.ts';
import { refuseGuessablePassword } from './refuse-guessable-password.ts';
import { admitRegistration } from './registration.ts';

/** Without a name of their own, people are called what stands before the @. */
const nameFromEmail = (email: string): string => email.slice(0, email.indexOf('@'));

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
  const apiKey = createApiKey();
  const passwordHash = await hashPassword(input.password);
  return inTransaction(dependencies.database, async (transaction) => {
    await admitRegistration(transaction, { email, invitation: input.invitation });
    const isFirst = await isFirstAccount(transaction);
    const user = await insertUser(transaction, {
      email,
      name: input.name === undefined || input.name === '' ? nameFromEmail(email) : input.name,
      department: input.department ?? '',
      password_hash: passwordHash,
      api_key_hash: hashApiKey(dependencies.secrets, apiKey),
      api_key_encrypted: encryptApiKey(dependencies.secrets, apiKey),
      is_staff: isFirst,
    });
    if (user === undefined) throw invalidField('email', 'An account with this e-mail exists already.');
    await recordAudit(transaction, {
      action: 'registration',
      actorId: user.id,
      subject: { kind: 'account', id: user.id },
    });
    return openSession(dependencies, transaction, user, caller);
  });
}
