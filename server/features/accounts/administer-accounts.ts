import type { z } from 'zod';
import type {
  accountChange,
  AdministeredAccount,
  AdministeredAccountList,
} from '#contract/administration.ts';
import type { AuditAction } from '#contract/audit-log.ts';
import { inTransaction, type Database } from '#server/platform/database/database.ts';
import { announce } from '#server/platform/events/event-bus.ts';
import type { Administrator } from '#server/actor.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { ProblemError } from '#server/platform/problem-error.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { lockUser } from './account.store.ts';
import {
  countAccounts,
  listAccountRows,
  listEmails,
  updateAccount,
  type AccountFilter,
  type AccountOrder,
  type AdministeredAccountRow,
} from './administered-account.store.ts';
import { deleteSessionsOf } from './session.store.ts';

type Needed = Pick<Dependencies, 'database' | 'jobAdministration'>;
type Change = Omit<z.infer<typeof accountChange>, 'password'>;

const PAGE = 50;

/** @param page from 1. */
export async function listAccounts(
  dependencies: Needed,
  filter: AccountFilter,
  { page, order = 'newest' }: { page: number; order?: AccountOrder | undefined },
): Promise<AdministeredAccountList> {
  const [rows, total] = await Promise.all([
    listAccountRows(dependencies.database, filter, { limit: PAGE, offset: (page - 1) * PAGE, order }),
    countAccounts(dependencies.database, filter),
  ]);
  return { accounts: await withJobs(dependencies, rows), total };
}

/** The email address of each account that exists, by its number. */
export async function findEmails(
  { database }: Pick<Dependencies, 'database'>,
  ids: readonly number[],
): Promise<Map<number, string>> {
  const rows = ids.length === 0 ? [] : await listEmails(database, ids);
  return new Map(rows.map(({ id, email }) => [id, email]));
}

/** @throws {ProblemError} not_found. */
export async function getAccount(
  dependencies: Needed,
  filter: { id: number } | { email: string },
): Promise<AdministeredAccount> {
  const rows = await listAccountRows(dependencies.database, filter, { limit: 1, offset: 0 });
  const [account] = await withJobs(dependencies, rows);
  if (account === undefined) throw noAccount();
  return account;
}

/**
 * Disables or enables an account, makes its owner an administrator or not, or sets its quota. A disabled account loses its
 * sessions at once; its keys work again when it is enabled.
 * @throws {ProblemError} not_found; conflict when administrators would shut themselves out.
 */
export async function changeAccount(
  dependencies: Needed,
  administrator: Administrator,
  id: number,
  change: Change,
): Promise<AdministeredAccount> {
  const isOwn = administrator.userId === id;
  if (isOwn && (change.is_active === false || change.is_staff === false)) {
    throw new ProblemError('not_on_yourself');
  }
  await inTransaction(dependencies.database, async (transaction) => {
    if (!(await lockUser(transaction, id))) throw noAccount();
    await applyChange(transaction, administrator, await getAccountRow(transaction, id), change);
  });
  return getAccount(dependencies, { id });
}

async function applyChange(
  transaction: Database,
  administrator: Administrator,
  row: AdministeredAccountRow,
  { is_active: isActive, is_staff: isStaff, storage_quota_bytes: quota }: Change,
): Promise<void> {
  const record = (action: AuditAction, details = {}): Promise<void> =>
    recordAudit(transaction, action, { by: administrator.userId, on: ['account', row.id], details });
  if (isActive !== undefined && isActive !== row.is_active) {
    await updateAccount(transaction, row.id, { is_active: isActive });
    if (!isActive) await deleteSessionsOf(transaction, row.id, undefined);
    await record(isActive ? 'account_enabled' : 'account_disabled');
  }
  if (isStaff !== undefined && isStaff !== row.is_staff) {
    await updateAccount(transaction, row.id, { is_staff: isStaff });
    await record(isStaff ? 'administrator_granted' : 'administrator_revoked');
  }
  if (quota !== undefined) {
    await updateAccount(transaction, row.id, { storage_quota_bytes: quota });
    await record('storage_quota_changed', { storage_quota_bytes: quota });
  }
  // Processes then look the account up again, and pages that listen to events connect again if they may.
  await announce(transaction, { kind: 'access_ended', userId: row.id });
}

async function getAccountRow(database: Database, id: number): Promise<AdministeredAccountRow> {
  const [row] = await listAccountRows(database, { id }, { limit: 1, offset: 0 });
  if (row === undefined) throw noAccount();
  return row;
}

export const noAccount = (): ProblemError => new ProblemError('account_not_found');

async function withJobs(
  { jobAdministration }: Needed,
  rows: readonly AdministeredAccountRow[],
): Promise<AdministeredAccount[]> {
  const jobs = await jobAdministration.countByInstructor(rows.map(({ id }) => id));
  return rows.map((row) => ({
    id: row.id,
    email: row.email,
    name: row.name,
    department: row.department,
    is_active: row.is_active,
    is_staff: row.is_staff,
    has_second_factor: row.has_second_factor,
    email_verified_at: row.email_verified_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
    last_used_at: row.last_used_at?.toISOString() ?? null,
    storage_bytes: Number(row.storage_bytes),
    storage_quota_bytes: row.storage_quota_bytes === null ? null : Number(row.storage_quota_bytes),
    waiting_jobs: jobs.get(row.id)?.waiting ?? 0,
    running_jobs: jobs.get(row.id)?.running ?? 0,
  }));
}
