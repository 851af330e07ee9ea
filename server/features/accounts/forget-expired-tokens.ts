import type { Dependencies } from '../../ports.ts';
import { deleteExpiredSessions } from './session.store.ts';

/** Sessions and their refresh tokens past their time go. Returns how many tokens. */
export const forgetExpiredTokens = (
  dependencies: Pick<Dependencies, 'database'>,
  now: Date,
): Promise<number> => deleteExpiredSessions(dependencies.database, now);
