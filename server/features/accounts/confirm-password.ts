import type { Actor, Dependencies } from '../../ports.ts';
import { invalidField, ProblemError } from '../../problem-error.ts';
import { isPasswordRight } from '../../security/passwords.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { findUserById, type UserRow } from './account.store.ts';

/** A token or key may have been taken from its owner: what ends or hands out access wants the password again. */
export interface PasswordCheck {
  readonly password: string;
  /** The field of the request that it stands in. */
  readonly field: 'password' | 'current_password';
  readonly address: string;
}

/** The check of a request whose body has the password. */
export const passwordCheckOf = (request: {
  readonly body: { readonly password: string };
  readonly ip: string;
}): PasswordCheck => ({ password: request.body.password, field: 'password', address: request.ip });

/**
 * The actor's row, once the password is right.
 * @throws {ProblemError} validation_failed on the field; too_many_requests; token_invalid when the account is gone.
 */
export async function confirmPassword(
  dependencies: Pick<Dependencies, 'database' | 'rateLimits'>,
  actor: Actor,
  { password, field, address }: PasswordCheck,
): Promise<UserRow> {
  // Counted before the password is looked at: many guesses at once must not slip through together.
  await dependencies.rateLimits.countPasswordCheck(actor.userId, address);
  const user = await findUserById(dependencies.database, actor.userId);
  if (user === undefined) throw accountGone();
  if (!user.has_password) throw invalidField(field, NO_PASSWORD);
  if (!(await isPasswordRight(user.password_hash, password))) {
    await recordAudit(dependencies.database, {
      action: 'password_check',
      outcome: 'failed',
      actorId: user.id,
      subject: { kind: 'account', id: user.id },
    });
    throw invalidField(field, 'This is not your password. Nothing was changed.');
  }
  await dependencies.rateLimits.forgivePasswordCheck(actor.userId, address);
  return user;
}

const NO_PASSWORD =
  'Your account has no password, since you sign in with your institution. Reset the password to set one, then try again. Nothing was changed.';

export const accountGone = (): ProblemError =>
  new ProblemError('token_invalid', 'This account does not exist any more.');
