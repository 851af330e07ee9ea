import { sql, type Insertable, type Selectable } from 'kysely';
import type { AuditAction } from '#contract/audit-log.ts';
import type { AuditLogTable } from '#server/platform/database/account-tables.ts';
import type { Database } from '#server/platform/database/database.ts';

export type AuditRow = Selectable<AuditLogTable> & { actor_email: string | null };

/** Which entries. Times bound `at`: from `since` on, and before `until`. */
export interface AuditFilter {
  readonly since?: Date;
  readonly until?: Date;
  readonly action?: AuditAction;
  /** Entries by this account, or about it. */
  readonly accountId?: number;
  /** As `accountId`, by the account's email address in lower case. */
  readonly email?: string;
}

export async function insertAuditEntry(database: Database, entry: Insertable<AuditLogTable>): Promise<void> {
  await database.insertInto('audit_log').values(entry).execute();
}

const withEmail = (database: Database, { since, until, action, accountId, email }: AuditFilter) => {
  let query = database
    .selectFrom('audit_log')
    .leftJoin('users', 'users.id', 'audit_log.actor_id')
    .selectAll('audit_log')
    .select('users.email as actor_email');
  if (since !== undefined) query = query.where('at', '>=', since);
  if (until !== undefined) query = query.where('at', '<', until);
  if (action !== undefined) query = query.where('action', '=', action);
  if (accountId !== undefined) {
    query = query.where(({ eb, and, or }) =>
      or([
        eb('actor_id', '=', accountId),
        and([eb('subject_kind', '=', 'account'), eb('subject_id', '=', String(accountId))]),
      ]),
    );
  }
  if (email !== undefined) {
    query = query.where(({ eb, and, or, exists, selectFrom }) =>
      or([
        eb('users.email', '=', email),
        and([
          eb('subject_kind', '=', 'account'),
          exists(
            selectFrom('users as subject')
              .select('subject.id')
              .where('subject.email', '=', email)
              .where(sql<boolean>`subject.id::text = audit_log.subject_id`),
          ),
        ]),
      ]),
    );
  }
  return query;
};

/** Newest first, those before `beforeId`. */
export function listNewestEntries(
  database: Database,
  filter: AuditFilter,
  { beforeId, limit }: { beforeId: string | undefined; limit: number },
): Promise<AuditRow[]> {
  let query = withEmail(database, filter).orderBy('audit_log.id', 'desc').limit(limit);
  if (beforeId !== undefined) query = query.where('audit_log.id', '<', beforeId);
  return query.execute();
}

/** The newest success of one action. */
export const findNewestSuccess = (database: Database, action: AuditAction): Promise<AuditRow | undefined> =>
  withEmail(database, { action })
    .where('outcome', '=', 'succeeded')
    .orderBy('audit_log.id', 'desc')
    .limit(1)
    .executeTakeFirst();

/** Oldest first, those after `afterId`. */
export const listEntriesAfter = (
  database: Database,
  filter: AuditFilter,
  { afterId, limit }: { afterId: string; limit: number },
): Promise<AuditRow[]> =>
  withEmail(database, filter)
    .where('audit_log.id', '>', afterId)
    .orderBy('audit_log.id')
    .limit(limit)
    .execute();

/** Returns how many were deleted. */
export async function deleteEntriesBefore(database: Database, time: Date): Promise<number> {
  const result = await database.deleteFrom('audit_log').where('at', '<', time).executeTakeFirst();
  return Number(result.numDeletedRows);
}
