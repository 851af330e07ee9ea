import { sql } from 'kysely';
import type { Database } from '#server/platform/database/database.ts';

export interface AdministeredAccountRow {
  id: number;
  email: string;
  name: string;
  department: string;
  is_active: boolean;
  is_staff: boolean;
  has_second_factor: boolean;
  email_verified_at: Date | null;
  created_at: Date;
  storage_quota_bytes: string | null;
  storage_bytes: string;
  last_used_at: Date | null;
}

export type AccountOrder = 'newest' | 'storage';

export interface AccountFilter {
  readonly id?: number;
  readonly email?: string;
  /** Part of a name, department or email address, in any case. */
  readonly search?: string;
  readonly status?: 'active' | 'disabled' | 'administrator';
}

const matching = (database: Database, { id, email, search, status }: AccountFilter) => {
  let query = database.selectFrom('users');
  if (id !== undefined) query = query.where('users.id', '=', id);
  if (email !== undefined) query = query.where('users.email', '=', email);
  if (status === 'administrator') query = query.where('is_staff', '=', true);
  else if (status !== undefined) query = query.where('is_active', '=', status === 'active');
  if (search !== undefined && search !== '') {
    const pattern = `%${search.replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)}%`;
    query = query.where(({ eb, or }) =>
      or([eb('email', 'ilike', pattern), eb('name', 'ilike', pattern), eb('department', 'ilike', pattern)]),
    );
  }
  return query;
};

const storedOfAccount = sql<string>`(select coalesce(sum(size_bytes), 0) from stored_files where instructor_id = users.id)
  + (select coalesce(sum(bytes), 0) from text_bytes where instructor_id = users.id)`;
const storedByAccount = sql<{ instructor_id: number; bytes: string }>`(
  select instructor_id, sum(bytes) as bytes
  from (select instructor_id, size_bytes as bytes from stored_files
        union all select instructor_id, bytes from text_bytes) as each_row
  group by instructor_id)`.as('stored');

export const listAccountRows = (
  database: Database,
  filter: AccountFilter,
  { limit, offset, order = 'newest' }: { limit: number; offset: number; order?: AccountOrder },
): Promise<AdministeredAccountRow[]> => {
  const rows = matching(database, filter)
    // A sum for each account would read all files again for each, where most belong to one account.
    .$if(order === 'storage', (query) =>
      query.leftJoin(storedByAccount, (join) => join.onRef('stored.instructor_id', '=', 'users.id')),
    )
    .select(['users.id', 'email', 'name', 'department', 'is_active', 'is_staff'])
    .select(['users.created_at', 'email_verified_at', 'storage_quota_bytes'])
    .select(
      (order === 'storage' ? sql<string>`coalesce(stored.bytes, 0)` : storedOfAccount).as('storage_bytes'),
    )
    .select(
      sql<boolean>`exists (select from second_factors where user_id = users.id and enabled_at is not null)`.as(
        'has_second_factor',
      ),
    )
    .select(
      sql<Date | null>`(select max(last_used_at) from sessions where user_id = users.id)`.as('last_used_at'),
    );
  const ordered = order === 'storage' ? rows.orderBy('storage_bytes', 'desc') : rows;
  return ordered.orderBy('users.id', 'desc').limit(limit).offset(offset).execute();
};

export const listEmails = (
  database: Database,
  ids: readonly number[],
): Promise<{ id: number; email: string }[]> =>
  database.selectFrom('users').select(['id', 'email']).where('id', 'in', ids).execute();

export async function countAccounts(database: Database, filter: AccountFilter): Promise<number> {
  const { count } = await matching(database, filter)
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

export async function updateAccount(
  database: Database,
  id: number,
  change: { is_active?: boolean; is_staff?: boolean; storage_quota_bytes?: number | null },
): Promise<void> {
  await database
    .updateTable('users')
    .set({ ...change, updated_at: new Date() })
    .where('id', '=', id)
    .execute();
}
