import type { Actor } from '#server/actor.ts';
import type { Database } from '#server/platform/database/database.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { invalidField, ProblemError } from '#server/platform/problem-error.ts';
import { isCommonPassword, isWordAboutOneself } from '#server/platform/security/guessable-passwords.ts';
import { isPasswordRight } from '#server/platform/security/passwords.ts';
import { findBeginOfSession } from './session.store.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { findUserById, type UserRow } from './account.store.ts';

/** A token or key may have been taken from its owner: what ends or hands out access wants the password again. */
export interface PasswordCheck {
  readonly password: string;
  /** The field of the request with the password. */
  readonly field: 'password' | 'current_password';
  readonly address: string;
}

/** The check of a request whose body has the password. */
export const passwordCheckOf = (request: {
  readonly body: { readonly password: string };
  readonly ip: string;
}): PasswordCheck => ({ password: request.body.password, field: 'password', address: request.ip });

/** Where people sign in only with the provider, a sign-in this recent replaces the password. */
const RECENT_MINUTES = 15;

/** @throws {ProblemError} validation_failed on the field if the session is older or there is none. */
async function confirmRecentSignIn(
  database: Database,
  { sessionId }: Actor,
  field: PasswordCheck['field'],
): Promise<void> {
  const beganAt = sessionId === undefined ? undefined : await findBeginOfSession(database, sessionId);
  const oldest = Date.now() - RECENT_MINUTES * 60_000;
  if (beganAt === undefined || beganAt.getTime() < oldest)
    throw invalidField(field, 'sign_in_again', { minutes: RECENT_MINUTES });
}

/**
 * The actor's row, after checking the password or, without local accounts, that they signed in recently.
 * @throws {ProblemError} validation_failed on the field; too_many_requests; token_invalid when the account is gone.
 */
export async function confirmPassword(
  dependencies: Pick<Dependencies, 'config' | 'database' | 'rateLimits'>,
  actor: Actor,
  { password, field, address }: PasswordCheck,
): Promise<UserRow> {
  // Counted before the password is looked at: many guesses at once must not slip through together.
  await dependencies.rateLimits.countPasswordCheck(actor.userId, address);
  const user = await findUserById(dependencies.database, actor.userId);
  if (user === undefined) throw accountGone();
  if (!dependencies.config.hasLocalAccounts) {
    await confirmRecentSignIn(dependencies.database, actor, field);
    return user;
  }
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

/** @throws {ProblemError} not_allowed if people sign in only with the provider. */
export function refuseWithoutLocalAccounts({ config }: Pick<Dependencies, 'config'>): void {
  if (!config.hasLocalAccounts) throw new ProblemError('local_accounts_off');
}
