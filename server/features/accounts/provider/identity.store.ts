import type { Selectable } from 'kysely';
import type { Database } from '#server/platform/database/database.ts';
import type { ExternalIdentityTable, TicketIdentity } from '#server/platform/database/sign-in-tables.ts';
import type { UserRow } from '../account.store.ts';

export type IdentityRow = Selectable<ExternalIdentityTable>;

/** The account that the provider's account opens. */
export const findUserOfIdentity = (
  database: Database,
  { issuer, subject }: TicketIdentity,
): Promise<UserRow | undefined> =>
  database
    .selectFrom('external_identities')
    .innerJoin('users', 'users.id', 'external_identities.user_id')
    .selectAll('users')
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst();

/** False when the provider's account opens an account already. */
export async function insertIdentity(
  database: Database,
  { issuer, subject }: TicketIdentity,
  userId: number,
): Promise<boolean> {
  const result = await database
    .insertInto('external_identities')
    .values({ issuer, subject, user_id: userId })
    .onConflict((conflict) => conflict.columns(['issuer', 'subject']).doNothing())
    .executeTakeFirst();
  return result.numInsertedOrUpdatedRows === 1n;
}

export async function touchIdentity(
  database: Database,
  { issuer, subject }: TicketIdentity,
  now: Date,
): Promise<void> {
  await database
    .updateTable('external_identities')
    .set({ last_used_at: now })
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .execute();
}

/** Oldest first. */
export const listIdentitiesOf = (database: Database, userId: number): Promise<IdentityRow[]> =>
  database
    .selectFrom('external_identities')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('subject')
    .execute();

/** All, but for one where it is given. Returns how many were linked. */
export async function deleteIdentitiesOf(
  database: Database,
  userId: number,
  except?: TicketIdentity,
): Promise<number> {
  let query = database.deleteFrom('external_identities').where('user_id', '=', userId);
  if (except !== undefined) {
    query = query.where(({ eb, or }) =>
      or([eb('issuer', '!=', except.issuer), eb('subject', '!=', except.subject)]),
    );
  }
  return Number((await query.executeTakeFirst()).numDeletedRows);
}
