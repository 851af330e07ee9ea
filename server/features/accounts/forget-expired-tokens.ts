import type { Dependencies } from '../../ports.ts';
import { deleteApiKeysExpiredBefore } from './api-key.store.ts';
import { deleteInvitationsExpiredBefore } from './invitation.store.ts';
import { deletePasswordResetsExpiredBefore } from './password-reset.store.ts';
import { deleteExpiredSessions } from './session.store.ts';
import { deleteTicketsExpiredBefore } from './sign-in-ticket.store.ts';

/** Expired keys and invitations stay in their lists for a while, so that people see why they stopped working. */
const SHOWN_EXPIRED_MILLISECONDS = 30 * 24 * 3600 * 1000;

/**
 * Deletes expired sessions with their refresh tokens, expired reset links, and API keys and invitations that expired a month
 * ago. Returns how many tokens.
 */
export async function forgetExpiredTokens(
  { database }: Pick<Dependencies, 'database'>,
  now: Date,
): Promise<number> {
  await deleteApiKeysExpiredBefore(database, new Date(now.getTime() - SHOWN_EXPIRED_MILLISECONDS));
  await deletePasswordResetsExpiredBefore(database, now);
  await deleteTicketsExpiredBefore(database, now);
  await deleteInvitationsExpiredBefore(database, new Date(now.getTime() - SHOWN_EXPIRED_MILLISECONDS));
  return deleteExpiredSessions(database, now);
}
