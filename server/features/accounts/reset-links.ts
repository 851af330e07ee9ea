import { randomUUID } from 'node:crypto';
import type { ResetLink } from '../../../contract/administration.ts';
import { inTransaction, type Database } from '../../database/database.ts';
import type { Administrator, Dependencies } from '../../ports.ts';
import { ProblemError } from '../../problem-error.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { findUserById } from './account.store.ts';
import { noAccount } from './administer-accounts.ts';
import { createOneTimeToken, oneTimeLink } from './one-time-token.ts';
import { insertPasswordReset } from './password-reset.store.ts';

const VALID_MILLISECONDS = 3600 * 1000;

/**
 * Makes a link with which the owner of an account sets a new password, for an administrator to hand over.
 * @param origin where people reach Lectern.
 * @throws {ProblemError} not_found; conflict when the account is disabled.
 */
export const createResetLink = (
  { database }: Pick<Dependencies, 'database'>,
  administrator: Administrator,
  userId: number,
  origin: string,
): Promise<ResetLink> =>
  inTransaction(database, async (transaction) => {
    const user = await findUserById(transaction, userId);
    if (user === undefined) throw noAccount();
    if (!user.is_active) {
      throw new ProblemError(
        'conflict',
        'The account is disabled. Enable it before you create a reset link.',
      );
    }
    await recordAudit(transaction, {
      action: 'reset_link_created',
      actorId: administrator.userId,
      subject: { kind: 'account', id: userId },
    });
    return issueResetLink(transaction, userId, origin);
  });

/** A link that is valid for an hour. The database stores only its hash. */
export async function issueResetLink(
  transaction: Database,
  userId: number,
  origin: string,
  id: string = randomUUID(),
): Promise<ResetLink> {
  const { token, hash } = createOneTimeToken();
  const expiresAt = new Date(Date.now() + VALID_MILLISECONDS);
  await insertPasswordReset(transaction, {
    id,
    user_id: userId,
    token_hash: hash,
    expires_at: expiresAt,
  });
  return { url: oneTimeLink(origin, 'reset-password', token), expires_at: expiresAt.toISOString() };
}
