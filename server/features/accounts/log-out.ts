import { inTransaction } from '../../database/database.ts';
import type { Dependencies } from '../../ports.ts';
import { findRefreshTokenForUpdate, revokeTokenFamily } from './account.store.ts';
import { hashRefreshToken } from './open-session.ts';

/**
 * Ends the session that the refresh token is of: the whole family is revoked. A token that is not known
 * has nothing to end. The access token lives on for its few minutes; the browser forgets it.
 */
export async function logOut(dependencies: Pick<Dependencies, 'database'>, refresh: string): Promise<void> {
  await inTransaction(dependencies.database, async (transaction) => {
    const token = await findRefreshTokenForUpdate(transaction, hashRefreshToken(refresh));
    if (token !== undefined) await revokeTokenFamily(transaction, token.family_id, new Date());
  });
}
