import type { RefreshedTokens } from '../../../contract/accounts.ts';
import { inTransaction } from '../../database/database.ts';
import { announce } from '../../events/event-bus.ts';
import type { Dependencies } from '../../ports.ts';
import { ProblemError } from '../../problem-error.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { findUserById } from './account.store.ts';
import { hashRefreshToken, presentOwner, presentSetUp, renewSession } from './open-session.ts';
import { deleteSession, findRefreshToken, lockSession, markRefreshTokenSpent } from './session.store.ts';
import { awaitsSecondFactor } from './two-factor/two-factor.store.ts';

/** Two tabs that refresh at once with one token are one person, not a thief. */
const GRACE_MILLISECONDS = 10_000;

/**
 * Spends a refresh token and returns new tokens, and whose they are. A token spent longer ago than the grace betrays
 * that somebody copied it: its session ends, with all its tokens (RFC 9700, section 4.14).
 * @param address the IP address that the request came from.
 * @throws {ProblemError} token_invalid.
 */
export async function refreshSession(
  dependencies: Pick<Dependencies, 'database' | 'secrets'>,
  refresh: string,
  address: string,
): Promise<RefreshedTokens> {
  const hash = hashRefreshToken(refresh);
  // The end of a session must be committed, so the refusal is thrown after the transaction.
  const tokens = await inTransaction(dependencies.database, async (transaction) => {
    const now = new Date();
    const known = await findRefreshToken(transaction, hash);
    if (known === undefined) return undefined;
    const session = await lockSession(transaction, known.session_id);
    if (session === undefined) return undefined;
    // Read again: of two refreshes with one token the second sees what the first did.
    const token = await findRefreshToken(transaction, hash);
    if (token === undefined || token.expires_at <= now) return undefined;
    if (token.spent_at !== null && now.getTime() - token.spent_at.getTime() > GRACE_MILLISECONDS) {
      await deleteSession(transaction, token.session_id, token.user_id);
      await recordAudit(transaction, {
        action: 'token_reuse_detected',
        outcome: 'failed',
        subject: { kind: 'account', id: token.user_id },
      });
      await announce(transaction, { kind: 'access_ended', userId: token.user_id });
      return undefined;
    }
    const user = await findUserById(transaction, token.user_id);
    if (user?.is_active !== true) return undefined;
    if (token.spent_at === null) await markRefreshTokenSpent(transaction, token.id, now);
    const of = { userId: user.id, sessionId: token.session_id, beganAt: session.created_at, now, address };
    const mustSetUp = await awaitsSecondFactor(transaction, user, session.method);
    const renewed = await renewSession(dependencies, transaction, of);
    return { ...renewed, ...presentOwner(user), ...presentSetUp(mustSetUp) };
  });
  if (tokens === undefined) {
    throw new ProblemError('token_invalid', 'This session has ended. Sign in again; your work is safe.');
  }
  return tokens;
}
