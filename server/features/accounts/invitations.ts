import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import type { Invitation, invitationRequest, NewInvitation } from '../../../contract/administration.ts';
import { inTransaction } from '../../database/database.ts';
import type { Administrator, Dependencies } from '../../ports.ts';
import { ProblemError } from '../../problem-error.ts';
import { recordAudit } from '../audit/record-audit.ts';
import {
  deleteInvitation,
  insertInvitation,
  listInvitationRows,
  type InvitationRow,
} from './invitation.store.ts';
import { createOneTimeToken, oneTimeLink } from './one-time-token.ts';

type Needed = Pick<Dependencies, 'database'>;

const DEFAULT_DAYS = 7;
const DAY_MILLISECONDS = 24 * 3600 * 1000;

/** Newest first. */
export const listInvitations = async ({ database }: Needed): Promise<Invitation[]> =>
  (await listInvitationRows(database)).map(presentInvitation);

/** Makes a link that lets one person register. @param origin where people reach Lectern. */
export async function createInvitation(
  { database }: Needed,
  administrator: Administrator,
  { email, days = DEFAULT_DAYS }: z.infer<typeof invitationRequest>,
  origin: string,
): Promise<NewInvitation> {
  const { token, hash } = createOneTimeToken();
  return inTransaction(database, async (transaction) => {
    const row = await insertInvitation(transaction, {
      id: randomUUID(),
      token_hash: hash,
      email: email?.toLowerCase() ?? null,
      expires_at: new Date(Date.now() + days * DAY_MILLISECONDS),
    });
    await recordAudit(transaction, {
      action: 'invitation_created',
      actorId: administrator.userId,
      subject: { kind: 'invitation', id: row.id },
    });
    return { ...presentInvitation(row), url: oneTimeLink(origin, 'register', token) };
  });
}

/** @throws {ProblemError} not_found. */
export async function revokeInvitation(
  { database }: Needed,
  administrator: Administrator,
  id: string,
): Promise<void> {
  await inTransaction(database, async (transaction) => {
    if (!(await deleteInvitation(transaction, id))) {
      throw new ProblemError('not_found', 'There is no such invitation.');
    }
    await recordAudit(transaction, {
      action: 'invitation_revoked',
      actorId: administrator.userId,
      subject: { kind: 'invitation', id },
    });
  });
}

const presentInvitation = (row: InvitationRow): Invitation => ({
  id: row.id,
  email: row.email,
  created_at: row.created_at.toISOString(),
  expires_at: row.expires_at.toISOString(),
  used_at: row.used_at?.toISOString() ?? null,
});
