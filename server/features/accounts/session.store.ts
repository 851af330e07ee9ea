import { sql, type Selectable } from 'kysely';
import { PAGE_ROWS } from '#contract/list-limits.ts';
import type { Database } from '#server/platform/database/database.ts';
import type { RefreshTokenTable, SessionTable } from '#server/platform/database/user-tables.ts';

export type SessionRow = Selectable<SessionTable>;
export type RefreshTokenRow = Selectable<RefreshTokenTable>;

export async function insertSession(
  database: Database,
  session: Pick<SessionRow, 'id' | 'user_id' | 'device' | 'network' | 'method' | 'expires_at'>,
): Promise<void> {
  await database.insertInto('sessions').values(session).execute();
}

/**
 * Whose session it is, and whether they may do anything; undefined when it has ended. Read at once with what decides whether
 * the second factor must be set up first, since every request asks.
 */
export const findUserOfSession = (
  database: Database,
  sessionId: string,
): Promise<
  { id: number; is_active: boolean; is_staff: boolean; awaits_second_factor: boolean } | undefined
> =>
  database
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .leftJoin('second_factors', 'second_factors.user_id', 'users.id')
    .leftJoin('installation', (join) => join.onTrue())
    .select(['users.id', 'users.is_active', 'users.is_staff'])
    .select(
      sql<boolean>`sessions.method = 'password' and second_factors.enabled_at is null
        and case coalesce(installation.two_factor_policy, 'off')
          when 'everyone' then true when 'administrators' then users.is_staff else false end`.as(
        'awaits_second_factor',
      ),
    )
    .where('sessions.id', '=', sessionId)
    .executeTakeFirst();

/** Last used first. */
export const listSessionsOf = (database: Database, userId: number, now: Date): Promise<SessionRow[]> =>
  database
    .selectFrom('sessions')
    .selectAll()
    .where('user_id', '=', userId)
    .where('expires_at', '>', now)
    .orderBy('last_used_at', 'desc')
    .orderBy('id')
    .limit(PAGE_ROWS)
    .execute();

/** Makes refreshes and the end of the session wait for each other. Undefined when it has ended. */
export const lockSession = (
  transaction: Database,
  id: string,
): Promise<Pick<SessionRow, 'created_at' | 'last_used_at' | 'method'> | undefined> =>
  transaction
    .selectFrom('sessions')
    .select(['created_at', 'last_used_at', 'method'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();

export const findBeginOfSession = async (database: Database, id: string): Promise<Date | undefined> =>
  (await database.selectFrom('sessions').select('created_at').where('id', '=', id).executeTakeFirst())
    ?.created_at;

export async function touchSession(
  database: Database,
  id: string,
  use: Pick<SessionRow, 'last_used_at' | 'expires_at' | 'network'>,
): Promise<void> {
  await database.updateTable('sessions').set(use).where('id', '=', id).execute();
}

/** Ends the session of that user, with its tokens. False when there is none. */
export async function deleteSession(database: Database, id: string, userId: number): Promise<boolean> {
  const result = await database
    .deleteFrom('sessions')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return result.numDeletedRows === 1n;
}

/** Ends all sessions of the user, but for one where it is given. Returns how many. */
export async function deleteSessionsOf(
  database: Database,
  userId: number,
  exceptId: string | undefined,
): Promise<number> {
  let query = database.deleteFrom('sessions').where('user_id', '=', userId);
  if (exceptId !== undefined) query = query.where('id', '!=', exceptId);
  return Number((await query.executeTakeFirst()).numDeletedRows);
}

/** Ends every session of every account. Returns how many. */
export async function deleteAllSessions(database: Database): Promise<number> {
  const result = await database.deleteFrom('sessions').executeTakeFirst();
  return Number(result.numDeletedRows);
}

export async function insertRefreshToken(
  database: Database,
  token: Pick<RefreshTokenRow, 'id' | 'user_id' | 'session_id' | 'token_hash' | 'expires_at'>,
): Promise<void> {
  await database
    .insertInto('refresh_tokens')
    .values({ ...token, spent_at: null })
    .execute();
}

export const findRefreshToken = (database: Database, hash: Buffer): Promise<RefreshTokenRow | undefined> =>
  database.selectFrom('refresh_tokens').selectAll().where('token_hash', '=', hash).executeTakeFirst();

export async function markRefreshTokenSpent(transaction: Database, id: string, now: Date): Promise<void> {
  await transaction.updateTable('refresh_tokens').set({ spent_at: now }).where('id', '=', id).execute();
}

/** Sessions and tokens past their time serve nothing any more. Returns how many tokens went. */
export async function deleteExpiredSessions(database: Database, now: Date): Promise<number> {
  const result = await database.deleteFrom('refresh_tokens').where('expires_at', '<', now).executeTakeFirst();
  await database.deleteFrom('sessions').where('expires_at', '<', now).execute();
  return Number(result.numDeletedRows);
}

/** Those of the ids that belong to sessions which have not ended. */
export async function listLiveSessions(
  database: Database,
  ids: readonly string[],
  now: Date,
): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await database
    .selectFrom('sessions')
    .select('id')
    .where('id', 'in', ids)
    .where('expires_at', '>', now)
    .execute();
  return new Set(rows.map(({ id }) => id));
}
