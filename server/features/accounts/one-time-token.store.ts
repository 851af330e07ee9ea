import type { Insertable, Selectable } from 'kysely';
import type {
  InvitationTable,
  PasswordResetTable,
  RegistrationLinkTable,
} from '#server/platform/database/account-tables.ts';
import type { Database } from '#server/platform/database/database.ts';
import type { SignInTicketPayload, SignInTicketTable } from '#server/platform/database/sign-in-tables.ts';

export async function insertPasswordReset(
  database: Database,
  reset: Insertable<PasswordResetTable>,
): Promise<void> {
  await database.insertInto('password_resets').values(reset).execute();
}

/** Links of the user that are still valid. */
export async function countPasswordResetsOf(database: Database, userId: number, now: Date): Promise<number> {
  const { count } = await database
    .selectFrom('password_resets')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('user_id', '=', userId)
    .where('expires_at', '>', now)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Whose valid link this is. */
export const findPasswordReset = (
  database: Database,
  hash: Buffer,
  now: Date,
): Promise<{ user_id: number; email: string } | undefined> =>
  database
    .selectFrom('password_resets')
    .innerJoin('users', 'users.id', 'password_resets.user_id')
    .select(['password_resets.user_id', 'users.email'])
    .where('token_hash', '=', hash)
    .where('expires_at', '>', now)
    .where('users.is_active', '=', true)
    .executeTakeFirst();

export async function insertRegistrationLink(
  database: Database,
  link: Insertable<RegistrationLinkTable>,
): Promise<void> {
  await database.insertInto('registration_links').values(link).execute();
}

/** Links to the address that are still valid. */
export async function countRegistrationLinks(database: Database, email: string, now: Date): Promise<number> {
  const { count } = await database
    .selectFrom('registration_links')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('email', '=', email)
    .where('expires_at', '>', now)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** The valid link with this hash, if it went to this address. */
export const findRegistrationLink = (
  database: Database,
  { hash, email, now }: { hash: Buffer; email: string; now: Date },
): Promise<Selectable<RegistrationLinkTable> | undefined> =>
  database
    .selectFrom('registration_links')
    .selectAll()
    .where('token_hash', '=', hash)
    .where('email', '=', email)
    .where('expires_at', '>', now)
    .executeTakeFirst();

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

interface InvitationUse {
  readonly hash: Buffer;
  readonly email: string;
  readonly now: Date;
}

/** Undefined when it is unknown, used, expired or for another address. */
export const findInvitation = (
  database: Database,
  { hash, email, now }: InvitationUse,
): Promise<InvitationRow | undefined> =>
  database
    .selectFrom('invitations')
    .selectAll()
    .where('token_hash', '=', hash)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .where(({ eb, or }) => or([eb('email', 'is', null), eb('email', '=', email)]))
    .executeTakeFirst();

/** Marks the invitation as used, once. Undefined when {@link findInvitation} would not find it. */
export const useInvitation = (
  transaction: Database,
  { hash, email, now }: InvitationUse,
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

type TokenTable = 'password_resets' | 'registration_links' | 'invitations' | 'sign_in_tickets';

/** Deletes the token. False if it does not exist or another call deleted it first. */
export async function deleteToken(
  database: Database,
  table: 'password_resets' | 'sign_in_tickets',
  hash: Buffer,
): Promise<boolean> {
  const result = await database.deleteFrom(table).where('token_hash', '=', hash).executeTakeFirst();
  return result.numDeletedRows === 1n;
}

/** False if it does not exist. */
export async function deleteTokenById(
  database: Database,
  table: Exclude<TokenTable, 'sign_in_tickets'>,
  id: string,
): Promise<boolean> {
  const result = await database.deleteFrom(table).where('id', '=', id).executeTakeFirst();
  return result.numDeletedRows === 1n;
}

export async function deleteTokensOf(
  database: Database,
  table: 'password_resets' | 'sign_in_tickets',
  userId: number,
): Promise<void> {
  await database.deleteFrom(table).where('user_id', '=', userId).execute();
}

export async function deleteTokensExpiredBefore(
  database: Database,
  table: TokenTable,
  time: Date,
): Promise<void> {
  await database.deleteFrom(table).where('expires_at', '<', time).execute();
}
