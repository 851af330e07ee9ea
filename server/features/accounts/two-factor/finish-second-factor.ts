import { createHash } from 'node:crypto';
import type { z } from 'zod';
import type { Session } from '#contract/accounts.ts';
import type { secondFactorRequest } from '#contract/sign-in.ts';
import { inTransaction, retryingDeadlocks, type Database } from '#server/platform/database/database.ts';
import type { TicketIdentity } from '#server/platform/database/sign-in-tables.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { ProblemError } from '#server/platform/problem-error.ts';
import { findDevice } from '#server/platform/security/device-tokens.ts';
import { recordAudit } from '#server/features/audit/record-audit.ts';
import { findUserById, findUserWithPassword, type UserRow } from '../account.store.ts';
import { openSession, sayWhatEnded, type Caller } from '../sessions.ts';
import { connectAtSignIn } from '../provider/connect-identity.ts';
import { deleteToken, type SignInTicketRow } from '../one-time-token.store.ts';
import { findTicketOf, issueTicket } from '../one-time-tokens.ts';
import { recordWrongCode, spendCode, wrongCode } from './check-second-factor.ts';

type Needed = Pick<Dependencies, 'clock' | 'config' | 'database' | 'secrets' | 'rateLimits'>;

/** The hash of a hash: shows whether the password is still the one that was checked. */
const digestOf = (passwordHash: string): string => createHash('sha256').update(passwordHash).digest('hex');

/** A token with which the second step of a login is made, within ten minutes. */
export const issueChallenge = (
  transaction: Database,
  user: UserRow,
  identity: TicketIdentity | undefined,
): Promise<string> =>
  issueTicket(transaction, 'second_factor', user.id, {
    password: digestOf(user.password_hash),
    ...(identity === undefined ? {} : { identity }),
  });

export const secondFactorRequired = (challenge: string): ProblemError =>
  new ProblemError('code_to_sign_in', { challenge });

/**
 * The second step of a login, with a code.
 * @throws {ProblemError} validation_failed on `code`; token_invalid when the first step is too long ago or the password was
 * changed since; account_inactive; too_many_requests.
 */
export async function finishSecondFactor(
  dependencies: Needed,
  { challenge, code }: z.infer<typeof secondFactorRequest>,
  caller: Caller,
): Promise<Session> {
  const ticket = await findTicketOf(dependencies.database, challenge, 'second_factor');
  const user = ticket === undefined ? undefined : await findUserById(dependencies.database, ticket.user_id);
  if (ticket === undefined || user === undefined) throw expired();
  if (!user.is_active) throw new ProblemError('account_deactivated');
  const device =
    caller.deviceToken === undefined
      ? undefined
      : findDevice(dependencies.secrets, user.id, caller.deviceToken, dependencies.clock.now());
  await dependencies.rateLimits.countSecondFactor(user.id, device);
  const opened = await retryingDeadlocks(() =>
    inTransaction(dependencies.database, (transaction) =>
      openWithCode(dependencies, transaction, { ticket, user, code, caller }),
    ),
  );
  if (opened === undefined) {
    await recordWrongCode(dependencies, user.id);
    throw wrongCode();
  }
  await dependencies.rateLimits.forgiveSecondFactor(user.id, device);
  return opened;
}

/** Undefined when the code is wrong. */
async function openWithCode(
  dependencies: Needed,
  transaction: Database,
  given: { ticket: SignInTicketRow; user: UserRow; code: string; caller: Caller },
): Promise<Session | undefined> {
  const { ticket, caller } = given;
  const user = await findUserWithPassword(transaction, given.user.id, given.user.password_hash);
  if (user === undefined || digestOf(user.password_hash) !== ticket.payload.password) throw expired();
  const factor = await spendCode(dependencies, transaction, user.id, given.code);
  if (factor === undefined) return undefined;
  if (!(await deleteToken(transaction, 'sign_in_tickets', ticket.token_hash))) throw expired();
  const { identity } = ticket.payload;
  const connected =
    identity === undefined
      ? { user, ended: undefined }
      : await connectAtSignIn(dependencies, transaction, identity, user);
  await recordAudit(transaction, 'sign_in', {
    by: user.id,
    on: ['account', user.id],
    details: { second_factor: factor },
  });
  return sayWhatEnded(await openSession(dependencies, transaction, connected.user, caller), connected.ended);
}

const expired = (): ProblemError => new ProblemError('sign_in_expired');
