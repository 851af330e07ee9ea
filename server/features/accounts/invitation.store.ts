import type { Insertable, Selectable } from 'kysely';
import type { InvitationTable } from '../../database/account-tables.ts';
import type { Database } from '../../database/database.ts';

export type InvitationRow = Selectable<InvitationTable>;

export const insertInvitation = (
  database: Database,
  invitation: Insertable<InvitationTable>,
): Promise<InvitationRow> =>
  database.insertInto('invitations').values(invitation).returningAll().executeTakeFirstOrThrow();

/** Newest first. */
export const listInvitationRows = (database: Database): Promise<InvitationRow[]> =>
  database
    .selectFrom('invitations')
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(1_000)
    .execute();

/** Marks the invitation as used, once. Undefined when it is unknown, used, expired or for another address. */
export const useInvitation = (
  transaction: Database,
  { hash, email, now }: { hash: Buffer; email: string; now: Date },
): Promise<InvitationRow | undefined> =>
  transaction
    .updateTable('invitations')
    .set({ used_at: now })
    .where('token_hash', '=', hash)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .where(({ eb, or }) => or([eb('email', 'is', null), eb('email', '=', email)]))
    .returningAll()
    .executeTakeFirst();

/** False when there is none. */
export async function deleteInvitation(database: Database, id: string): Promise<boolean> {
  const result = await database.deleteFrom('invitations').where('id', '=', id).executeTakeFirst();
  return result.numDeletedRows === 1n;
}

export async function deleteInvitationsExpiredBefore(database: Database, time: Date): Promise<void> {
  await database.deleteFrom('invitations').where('expires_at', '<', time).execute();
}
