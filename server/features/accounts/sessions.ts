import type { AccountSession } from '../../../contract/accounts.ts';
import { inTransaction } from '../../database/database.ts';
import { announce } from '../../events/event-bus.ts';
import type { Actor, Dependencies } from '../../ports.ts';
import { notFound } from '../../problem-error.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { confirmPassword, type PasswordCheck } from './confirm-password.ts';
import { deleteSession, deleteSessionsOf, listSessionsOf, type SessionRow } from './session.store.ts';

type Needed = Pick<Dependencies, 'database' | 'rateLimits'>;

/** Where the actor is signed in; last used first. */
export async function listSessions(
  dependencies: Pick<Dependencies, 'database'>,
  actor: Actor,
): Promise<AccountSession[]> {
  const rows = await listSessionsOf(dependencies.database, actor.userId, new Date());
  return rows.map((row) => presentSession(actor, row));
}

/**
 * Ends one of the actor's sessions, also the one they use.
 * @throws {ProblemError} not_found; validation_failed on `password`; too_many_requests.
 */
export async function endSession(
  dependencies: Needed,
  actor: Actor,
  id: string,
  check: PasswordCheck,
): Promise<void> {
  await confirmPassword(dependencies, actor, check);
  await inTransaction(dependencies.database, async (transaction) => {
    if (!(await deleteSession(transaction, id, actor.userId))) throw notFound('session');
    await recordAudit(transaction, {
      action: 'session_ended',
      actorId: actor.userId,
      subject: { kind: 'session', id },
    });
    await announce(transaction, { kind: 'access_ended', userId: actor.userId });
  });
}

/**
 * Ends all of the actor's sessions but the one they use. With an API key alone, that is all of them.
 * @throws {ProblemError} validation_failed on `password`; too_many_requests.
 */
export async function endOtherSessions(
  dependencies: Needed,
  actor: Actor,
  check: PasswordCheck,
): Promise<void> {
  await confirmPassword(dependencies, actor, check);
  await inTransaction(dependencies.database, async (transaction) => {
    await deleteSessionsOf(transaction, actor.userId, actor.sessionId);
    await recordAudit(transaction, {
      action: 'sessions_ended',
      actorId: actor.userId,
      subject: { kind: 'account', id: actor.userId },
    });
    await announce(transaction, { kind: 'access_ended', userId: actor.userId });
  });
}

const presentSession = (actor: Actor, session: SessionRow): AccountSession => ({
  id: session.id,
  device: session.device === '' ? 'Unknown device' : session.device,
  network: session.network,
  created_at: session.created_at.toISOString(),
  last_used_at: session.last_used_at.toISOString(),
  expires_at: session.expires_at.toISOString(),
  current: session.id === actor.sessionId,
});
