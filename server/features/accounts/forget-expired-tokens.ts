import type { Dependencies } from '../../ports.ts';
import { deleteApiKeysExpiredBefore } from './api-key.store.ts';
import { deleteExpiredSessions } from './session.store.ts';

/** An expired key stays in its owner's list for a while, so that they see why a script stopped. */
const EXPIRED_KEY_MILLISECONDS = 30 * 24 * 3600 * 1000;

/** Deletes expired sessions with their refresh tokens, and API keys that expired a month ago. Returns how many tokens. */
export async function forgetExpiredTokens(
  { database }: Pick<Dependencies, 'database'>,
  now: Date,
): Promise<number> {
  await deleteApiKeysExpiredBefore(database, new Date(now.getTime() - EXPIRED_KEY_MILLISECONDS));
  return deleteExpiredSessions(database, now);
}
