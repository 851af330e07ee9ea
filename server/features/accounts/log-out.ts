import { inTransaction } from '../../database/database.ts';
import { announce } from '../../events/event-bus.ts';
import type { Dependencies } from '../../ports.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { hashRefreshToken } from './open-session.ts';
import { deleteSession, findRefreshToken } from './session.store.ts';

/**
 * Ends the session that the refresh token is of, its access tokens included. A token that is not known has nothing to
 * end. Returns whose session it was.
 */
export const logOut = (
  dependencies: Pick<Dependencies, 'database'>,
  refresh: string,
): Promise<number | undefined> =>
  inTransaction(dependencies.database, async (transaction) => {
    const token = await findRefreshToken(transaction, hashRefreshToken(refresh));
    if (token === undefined) return undefined;
    if (await deleteSession(transaction, token.session_id, token.user_id)) {
      await recordAudit(transaction, {
        action: 'sign_out',
        actorId: token.user_id,
        subject: { kind: 'session', id: token.session_id },
      });
    }
    await announce(transaction, { kind: 'access_ended', userId: token.user_id });
    return token.user_id;
  });
