import type { z } from 'zod';
import type { passwordResetConfirmation, PasswordResetAnswer } from '../../../contract/accounts.ts';
import { inTransaction } from '../../database/database.ts';
import { announce } from '../../events/event-bus.ts';
import type { Dependencies } from '../../ports.ts';
import { invalidField, type ProblemError } from '../../problem-error.ts';
import { hashPassword } from '../../security/passwords.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { sendResetMail } from './account.jobs.ts';
import { lockUser, setPassword } from './account.store.ts';
import { revokeAllApiKeys } from './api-keys.ts';
import { hashOneTimeToken } from './one-time-token.ts';
import { deletePasswordReset, deletePasswordResetsOf, findPasswordReset } from './password-reset.store.ts';
import { refuseGuessablePassword } from './refuse-guessable-password.ts';
import { deleteSessionsOf } from './session.store.ts';

/**
 * Asks for a link that resets a password. The answer is the same for every address, and so is the work until then: whether
 * there is an account is looked up by a job.
 * @throws {ProblemError} too_many_requests.
 */
export async function requestPasswordReset(
  { config, database, jobs, rateLimits }: Pick<Dependencies, 'config' | 'database' | 'jobs' | 'rateLimits'>,
  email: string,
  address: string,
): Promise<PasswordResetAnswer> {
  await rateLimits.countPasswordReset(address);
  if (config.mail === undefined) {
    return {
      delivery: 'administrator',
      detail: 'This Lectern sends no mail. Ask an administrator for a link that resets your password.',
    };
  }
  await inTransaction(database, async (transaction) => {
    await recordAudit(transaction, { action: 'password_reset_requested' });
    await jobs.enqueue(transaction, sendResetMail, { email: email.trim().toLowerCase() });
  });
  return {
    delivery: 'email',
    detail: 'If there is an account with this address, a link to reset its password is on its way.',
  };
}

/**
 * Sets a new password with a link, which is then worth nothing. Every session ends, and every API key if asked for.
 * @throws {ProblemError} validation_failed on `token` or `password`; too_many_requests.
 */
export async function confirmPasswordReset(
  dependencies: Pick<Dependencies, 'database' | 'rateLimits' | 'secrets'>,
  input: z.infer<typeof passwordResetConfirmation>,
  address: string,
): Promise<{ userId: number }> {
  const { database } = dependencies;
  await dependencies.rateLimits.countPasswordReset(address);
  const hash = hashOneTimeToken(input.token);
  const found = await findPasswordReset(database, hash, new Date());
  if (found === undefined) {
    await recordAudit(database, { action: 'password_reset', outcome: 'failed' });
    throw linkIsInvalid();
  }
  await refuseGuessablePassword(input.password, found.email, 'password');
  const passwordHash = await hashPassword(input.password);
  const { user_id: id } = found;
  await inTransaction(database, async (transaction) => {
    // Sessions before the user, as a refresh takes them.
    await deleteSessionsOf(transaction, id, undefined);
    await lockUser(transaction, id);
    if (!(await deletePasswordReset(transaction, hash))) throw linkIsInvalid();
    await deletePasswordResetsOf(transaction, id);
    await setPassword(transaction, id, passwordHash);
    if (input.revoke_api_keys === true) await revokeAllApiKeys(dependencies, transaction, id);
    await recordAudit(transaction, {
      action: 'password_reset',
      subject: { kind: 'account', id },
      details: { revokes_api_keys: input.revoke_api_keys === true },
    });
    await announce(transaction, { kind: 'access_ended', userId: id });
  });
  return { userId: id };
}

const linkIsInvalid = (): ProblemError =>
  invalidField('token', 'This link has been used or has expired. Request a new one.');
