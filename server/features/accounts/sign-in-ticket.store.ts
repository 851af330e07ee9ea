import type { Selectable } from 'kysely';
import type { Database } from '../../database/database.ts';
import type { SignInTicketPayload, SignInTicketTable } from '../../database/sign-in-tables.ts';

export type SignInTicketRow = Selectable<SignInTicketTable>;

export async function insertTicket(
  database: Database,
  ticket: Omit<SignInTicketRow, 'payload'> & { payload: SignInTicketPayload },
): Promise<void> {
  await database
    .insertInto('sign_in_tickets')
    .values({ ...ticket, payload: JSON.stringify(ticket.payload) })
    .execute();
}

/** The ticket, if it has not expired. */
export const findTicket = (
  database: Database,
  hash: Buffer,
  kind: SignInTicketRow['kind'],
  now: Date,
): Promise<SignInTicketRow | undefined> =>
  database
    .selectFrom('sign_in_tickets')
    .selectAll()
    .where('token_hash', '=', hash)
    .where('kind', '=', kind)
    .where('expires_at', '>', now)
    .executeTakeFirst();

/** Spends the ticket. False when another call has. */
export async function deleteTicket(database: Database, hash: Buffer): Promise<boolean> {
  const result = await database
    .deleteFrom('sign_in_tickets')
    .where('token_hash', '=', hash)
    .executeTakeFirst();
  return result.numDeletedRows === 1n;
}

export async function deleteTicketsExpiredBefore(database: Database, time: Date): Promise<void> {
  await database.deleteFrom('sign_in_tickets').where('expires_at', '<', time).execute();
}
