import type { z } from 'zod';
import type {
  passwordChangeRequest,
  passwordResetConfirmation,
  PasswordResetAnswer,
  PasswordResetDone,
} from '#contract/accounts.ts';
import type { Actor } from '#server/actor.ts';
import { inTransaction } from '#server/platform/database/database.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { announce } from '#server/platform/events/event-bus.ts';
import { ProblemError, invalidField } from '#server/platform/problem-error.ts';
import { hashPassword } from '#server/platform/security/passwords.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { sendResetMail } from './account.jobs.ts';
import { updatePassword, lockUser, setPassword } from './account.store.ts';
import { revokeAllApiKeys } from './api-keys.ts';
import { confirmPassword, refuseGuessablePassword } from './check-password.ts';
import { hashOneTimeToken } from './one-time-tokens.ts';
import { deleteTokensOf, deleteToken, findPasswordReset } from './one-time-token.store.ts';
import { deleteSessionsOf } from './session.store.ts';
import { confirmSecondFactor } from './two-factor/check-second-factor.ts';
import { verifyAddress } from './verify-address.ts';

/**
 * Changes the password and ends every other session. API keys stay unless `revoke_api_keys` says otherwise; the new
 * sign-in key is then returned.
 * @throws {ProblemError} validation_failed on `current_password`, or on `new_password` when it is easy to guess; conflict when it was changed at the same moment;
 * validation_failed on `code` where the second factor is on; too_many_requests.
 */
export async function changePassword(
  dependencies: Pick<Dependencies, 'clock' | 'config' | 'database' | 'rateLimits' | 'secrets'>,
  actor: Actor,
  input: z.infer<typeof passwordChangeRequest>,
  address: string,
): Promise<string | undefined> {
  const {
    id,
    email,
    password_hash: from,
  } = await confirmPassword(dependencies, actor, {
    password: input.current_password,
    field: 'current_password',
    address,
  });
  await refuseGuessablePassword(input.new_password, email, 'new_password');
  await confirmSecondFactor(dependencies, id, input.code);
  const to = await hashPassword(input.new_password);
  return inTransaction(dependencies.database, async (transaction) => {
    if (!(await updatePassword(transaction, id, { from, to }))) {
      throw new ProblemError('password_changed_elsewhere');
    }
    await deleteSessionsOf(transaction, id, actor.sessionId);
    await deleteTokensOf(transaction, 'password_resets', id);
    await recordAudit(transaction, 'password_changed', {
      by: id,
      on: ['account', id],
      details: { revokes_api_keys: input.revoke_api_keys === true },
    });
    await announce(transaction, { kind: 'access_ended', userId: id });
    if (input.revoke_api_keys !== true) return undefined;
    return (await revokeAllApiKeys(dependencies, transaction, id)).signInKey;
  });
}

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
    await recordAudit(transaction, 'password_reset_requested');
    await jobs.enqueue(transaction, sendResetMail, { email: email.trim().toLowerCase() });
  });
  return {
    delivery: 'email',
    detail: 'If there is an account with this address, a link to reset its password is on its way.',
  };
}

/**
 * Sets a new password with a link, which is then worth nothing. Every session ends, and every API key unless asked otherwise. A
 * link that is the first proof of whose address it is ends all earlier access, whatever was asked.
 * @throws {ProblemError} validation_failed on `token` or `password`; too_many_requests.
 */
export async function confirmPasswordReset(
  dependencies: Pick<Dependencies, 'clock' | 'database' | 'rateLimits' | 'secrets'>,
  input: z.infer<typeof passwordResetConfirmation>,
  address: string,
): Promise<{ userId: number; done: PasswordResetDone }> {
  const { database } = dependencies;
  await dependencies.rateLimits.countPasswordReset(address);
  const hash = hashOneTimeToken(input.token);
  const found = await findPasswordReset(database, hash, new Date());
  if (found === undefined) {
    await recordAudit(database, 'password_reset', { outcome: 'failed' });
    throw linkIsInvalid();
  }
  await refuseGuessablePassword(input.password, found.email, 'password');
  const passwordHash = await hashPassword(input.password);
  const { user_id: id } = found;
  const done = await inTransaction(database, async (transaction) => {
    // Sessions before the user, as a refresh takes them.
    const sessions = await deleteSessionsOf(transaction, id, undefined);
    await lockUser(transaction, id);
    if (!(await deleteToken(transaction, 'password_resets', hash))) throw linkIsInvalid();
    await deleteTokensOf(transaction, 'password_resets', id);
    await setPassword(transaction, id, passwordHash);
    const verified = await verifyAddress(dependencies, transaction, id);
    const keys =
      verified?.api_keys ??
      (input.keep_api_keys === true ? 0 : (await revokeAllApiKeys(dependencies, transaction, id)).revoked);
    await recordAudit(transaction, 'password_reset', {
      on: ['account', id],
      details: { revokes_api_keys: keys > 0 },
    });
    await announce(transaction, { kind: 'access_ended', userId: id });
    const nothingMore = { second_factor: false, identities: 0 };
    return {
      verified_now: verified !== undefined,
      ended: { ...nothingMore, ...verified, sessions, api_keys: keys },
    };
  });
  return { userId: id, done };
}

const linkIsInvalid = (): ProblemError => invalidField('token', 'reset_link_invalid');
