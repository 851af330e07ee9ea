import type { RefreshedTokens } from '../../../contract/accounts.ts';
import { inTransaction } from '../../database/database.ts';
import type { Dependencies } from '../../ports.ts';
import { ProblemError } from '../../problem-error.ts';
import {
  findRefreshTokenForUpdate,
  findUserById,
  markRefreshTokenSpent,
  revokeTokenFamily,
} from './account.store.ts';
import { hashRefreshToken, issueTokens, presentOwner } from './open-session.ts';

/** Two tabs that refresh at once with one token are one person, not a thief. */
const GRACE_MILLISECONDS = 10_000;

/**
 * Spends a refresh token and returns new tokens, and whose they are. A token spent longer ago than the grace betrays
 * that somebody copied it: its whole family is revoked (RFC 9700, section 4.14).
 * @throws {ProblemError} token_invalid.
 */
export async function refreshSession(
  dependencies: Pick<Dependencies, 'database' | 'secrets'>,
  refresh: string,
): Promise<RefreshedTokens> {
  // The revocation must be committed, so the refusal is thrown after the transaction.
  const tokens = await inTransaction(dependencies.database, async (transaction) => {
    const now = new Date();
    const token = await findRefreshTokenForUpdate(transaction, hashRefreshToken(refresh));
    if (token === undefined || token.revoked_at !== null || token.expires_at <= now) return undefined;
    if (token.spent_at !== null && now.getTime() - token.spent_at.getTime() > GRACE_MILLISECONDS) {
      await revokeTokenFamily(transaction, token.family_id, now);
      return undefined;
    }
    const user = await findUserById(transaction, token.user_id);
    if (user?.is_active !== true) return undefined;
    if (token.spent_at === null) await markRefreshTokenSpent(transaction, token.id, now);
    const issued = await issueTokens(dependencies, transaction, token.user_id, token.family_id);
    return { ...issued, ...presentOwner(user) };
  });
  if (tokens === undefined) {
    throw new ProblemError('token_invalid', 'This session has ended. Sign in again; your work is safe.');
  }
  return tokens;
}
