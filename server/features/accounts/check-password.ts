import type { Actor } from '#server/actor.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { invalidField, ProblemError } from '#server/problem-error.ts';
import { isCommonPassword } from '#server/security/common-passwords.ts';
import { isPasswordRight } from '#server/security/passwords.ts';
import { isWordAboutOneself } from '#server/security/words-about-oneself.ts';
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
  if (!user.has_password) throw invalidField(field, 'password_of_provider');
  if (!(await isPasswordRight(user.password_hash, password))) {
    await recordAudit(dependencies.database, 'password_check', {
      outcome: 'failed',
      by: user.id,
      on: ['account', user.id],
    });
    throw invalidField(field, 'password_wrong');
  }
  await dependencies.rateLimits.forgivePasswordCheck(actor.userId, address);
  return user;
}

export const accountGone = (): ProblemError => new ProblemError('account_gone');

/**
 * Refuses a password that a stranger would try first: one about the account itself, or one of those that most people choose.
 * @throws {ProblemError} validation_failed on the field.
 */
export async function refuseGuessablePassword(
  password: string,
  email: string,
  field: 'password' | 'new_password',
): Promise<void> {
  if (isWordAboutOneself(password, email)) {
    throw invalidField(field, 'password_too_personal');
  }
  if (await isCommonPassword(password)) {
    throw invalidField(field, 'password_common');
  }
}
