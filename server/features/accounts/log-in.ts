import type { z } from 'zod';
import type { loginRequest, Session } from '#contract/accounts.ts';
import { inTransaction, retryingDeadlocks } from '#server/platform/database/database.ts';
import type { SignInMethod, TicketIdentity } from '#server/platform/database/sign-in-tables.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { ProblemError } from '#server/platform/problem-error.ts';
import { findDevice } from '#server/platform/security/device-tokens.ts';
import { isPasswordRight } from '#server/platform/security/passwords.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { findUserByEmail, findUserWithPassword, type UserRow } from './account.store.ts';
import { openSession, sayWhatEnded, type Caller } from './sessions.ts';
import { connectAtSignIn } from './provider/connect-identity.ts';
import { deleteToken } from './one-time-token.store.ts';
import { hasSecondFactor } from './two-factor/check-second-factor.ts';
import { issueChallenge, secondFactorRequired } from './two-factor/finish-second-factor.ts';

const wrong = (): ProblemError => new ProblemError('invalid_credentials');

type Needed = Pick<Dependencies, 'clock' | 'config' | 'database' | 'secrets' | 'rateLimits'>;

/**
 * Signs in.
 * @throws {ProblemError} invalid_credentials, alike for an unknown email and a wrong password;
 * account_inactive; too_many_requests; second_factor_required with the challenge of the next step.
 */
export async function logIn(
  dependencies: Needed,
  input: z.infer<typeof loginRequest>,
  caller: Caller,
): Promise<Session> {
  const user = await checkLogIn(dependencies, input, caller);
  return finishLogIn(dependencies, user, caller);
}

/** The account whose email and password these are. @throws {ProblemError} as {@link logIn}. */
export async function checkLogIn(
  dependencies: Needed,
  input: z.infer<typeof loginRequest>,
  caller: Caller,
): Promise<UserRow> {
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
    throw new ProblemError('account_deactivated');
  }
  await dependencies.rateLimits.forgiveLogin(attempt);
  return user;
}

/** What a login does on top of signing in: it links the provider's account that someone came with. */
export interface Linking {
  readonly identity: TicketIdentity;
  /** The hash of the ticket that asked for the password. */
  readonly spends: Buffer;
  readonly method: SignInMethod;
}

/**
 * Opens the session of a user whose password is right.
 * @throws {ProblemError} as {@link logIn}; conflict; second_factor_required with the challenge of the next step.
 */
export async function finishLogIn(
  dependencies: Needed,
  user: UserRow,
  caller: Caller,
  linking?: Linking,
): Promise<Session> {
  const opened = await retryingDeadlocks(() =>
    inTransaction(dependencies.database, async (transaction) => {
      const unchanged = await findUserWithPassword(transaction, user.id, user.password_hash);
      if (unchanged === undefined) throw wrong();
      if (linking !== undefined) await deleteToken(transaction, 'sign_in_tickets', linking.spends);
      if (await hasSecondFactor(transaction, user.id)) {
        return { challenge: await issueChallenge(transaction, unchanged, linking?.identity) };
      }
      const connected =
        linking === undefined
          ? { user: unchanged, ended: undefined }
          : await connectAtSignIn(dependencies, transaction, linking.identity, unchanged);
      await recordAudit(transaction, 'sign_in', { by: user.id, on: ['account', user.id] });
      return sayWhatEnded(
        await openSession(dependencies, transaction, connected.user, caller, linking?.method),
        connected.ended,
      );
    }),
  );
  // The challenge must be committed, so the refusal is thrown after the transaction.
  if ('challenge' in opened) throw secondFactorRequired(opened.challenge);
  return opened;
}

const findKnownDevice = (
  { clock, secrets }: Pick<Dependencies, 'clock' | 'secrets'>,
  user: { id: number } | undefined,
  { deviceToken }: Caller,
): string | undefined =>
  user === undefined || deviceToken === undefined
    ? undefined
    : findDevice(secrets, user.id, deviceToken, clock.now());

/** What was typed as the email address may be a password, so the entry names an account or nothing. */
const recordFailure = (
  { database }: Pick<Dependencies, 'database'>,
  userId: number | undefined,
): Promise<void> =>
  recordAudit(database, 'sign_in', {
    outcome: 'failed',
    on: userId === undefined ? undefined : ['account', userId],
  });
