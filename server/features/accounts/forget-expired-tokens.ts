import type { Dependencies } from '../../ports.ts';
import { deleteExpiredRefreshTokens } from './account.store.ts';

/** Returns how many refresh tokens were past their time. */
export const forgetExpiredTokens = (
  dependencies: Pick<Dependencies, 'database'>,
  now: Date,
): Promise<number> => deleteExpiredRefreshTokens(dependencies.database, now);
