import Papa from 'papaparse';
import type { AuditEntry } from '#contract/audit-log.ts';
import type { Dependencies } from '#server/dependencies.ts';
import {
  deleteEntriesBefore,
  findNewestSuccess,
  listEntriesAfter,
  listNewestEntries,
  type AuditFilter,
  type AuditRow,
} from './audit.store.ts';

type Needed = Pick<Dependencies, 'database'>;

const DAY_MILLISECONDS = 24 * 3600 * 1000;
/** Few enough to keep memory flat, enough to keep round trips few. */
const EXPORT_PAGE = 1_000;

export type AuditFormat = 'csv' | 'jsonl';

/** Newest first; `beforeId` continues after the last entry of a page. */
export async function listAuditEntries(
  { database }: Needed,
  filter: AuditFilter,
  page: { beforeId: string | undefined; limit: number },
): Promise<AuditEntry[]> {
  return (await listNewestEntries(database, filter, page)).map(presentEntry);
}

/** Every entry that matches, oldest first, in pieces of text. CSV has a header line; cells that begin a formula are escaped. */
export async function* exportAuditLog(
  { database }: Needed,
  filter: AuditFilter,
  format: AuditFormat,
): AsyncGenerator<string> {
  if (format === 'csv') yield `${CSV_COLUMNS.join(',')}\r\n`;
  for (let afterId = '0'; ;) {
    const rows = await listEntriesAfter(database, filter, { afterId, limit: EXPORT_PAGE });
    const last = rows.at(-1);
    if (last === undefined) return;
    const entries = rows.map(presentEntry);
    yield format === 'csv' ? toCsv(entries) : entries.map((entry) => `${JSON.stringify(entry)}\n`).join('');
    afterId = last.id;
  }
}

/** The newest backup, as the command recorded it. */
export async function findLastBackup({
  database,
}: Needed): Promise<{ at: Date; sizeBytes: number; files: number } | undefined> {
  const row = await findNewestSuccess(database, 'backup_made');
  if (row === undefined) return undefined;
  const { details } = presentEntry(row);
  return { at: row.at, sizeBytes: Number(details['size_bytes']), files: Number(details['files']) };
}

/** Deletes what is older than the retention time. Returns how many entries. */
export const forgetOldAuditEntries = (
  { database, config }: Pick<Dependencies, 'database' | 'config'>,
  now: Date,
): Promise<number> =>
  deleteEntriesBefore(database, new Date(now.getTime() - config.auditRetentionDays * DAY_MILLISECONDS));

const presentEntry = (row: AuditRow): AuditEntry => ({
  id: row.id,
  at: row.at.toISOString(),
  action: row.action,
  outcome: row.outcome,
  actor: { kind: row.actor_kind, id: row.actor_id, email: row.actor_email },
  subject:
    row.subject_kind === null || row.subject_id === null
      ? null
      : { kind: row.subject_kind, id: row.subject_id },
  address: row.address,
  device: row.device,
  request_id: row.request_id,
  details: row.details,
});

const CSV_COLUMNS = [
  'id',
  'at',
  'action',
  'outcome',
  'actor_kind',
  'actor_id',
  'actor_email',
  'subject_kind',
  'subject_id',
  'address',
  'device',
  'request_id',
  'details',
];

function toCsv(entries: readonly AuditEntry[]): string {
  const rows = entries.map(({ actor, subject, ...entry }) => [
    entry.id,
    entry.at,
    entry.action,
    entry.outcome,
    actor.kind,
    actor.id,
    actor.email,
    subject?.kind,
    subject?.id,
    entry.address,
    entry.device,
    entry.request_id,
    JSON.stringify(entry.details),
  ]);
  return `${Papa.unparse(rows, { escapeFormulae: true })}\r\n`;
}
