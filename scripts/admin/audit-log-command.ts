import { exportAuditLog } from '../../server/features/audit/read-audit-log.ts';
import { recordAudit } from '../../server/features/audit/record-audit.ts';
import type { AdminCommand, CommandArguments } from './admin-command.ts';
import { AdminError } from './admin-error.ts';
import { withLectern } from './with-lectern.ts';

export const auditLogCommand: AdminCommand = {
  usage: 'audit-log [--since DATE] [--until DATE] [--format csv|jsonl]',
  summary: 'Print the audit log, oldest entries first. Dates such as 2026-11-01, UTC; --until is exclusive.',
  options: { since: { type: 'string' }, until: { type: 'string' }, format: { type: 'string' } },
  run: async ({ values }, print, signal) => {
    const filter = {
      ...timeOption(values, 'since'),
      ...timeOption(values, 'until'),
    };
    const format = values['json'] === true ? 'jsonl' : (values['format'] ?? 'csv');
    if (format !== 'csv' && format !== 'jsonl') throw new AdminError('--format is csv or jsonl.');
    await withLectern(signal, async (dependencies) => {
      await recordAudit(dependencies.database, { action: 'audit_log_exported', details: { format } });
      await print({ text: exportAuditLog(dependencies, filter, format) });
    });
  },
};

function timeOption<Name extends 'since' | 'until'>(
  values: CommandArguments['values'],
  name: Name,
): Partial<Record<Name, Date>> {
  const value = values[name];
  if (typeof value !== 'string') return {};
  const time = new Date(value);
  if (Number.isNaN(time.getTime())) {
    throw new AdminError(`--${name} must be a date such as 2026-11-01 or 2026-11-01T08:00:00Z.`);
  }
  return { [name]: time } as Record<Name, Date>;
}
