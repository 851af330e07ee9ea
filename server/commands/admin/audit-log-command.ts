import { AUDIT_ACTIONS, type AuditAction } from '#contract/audit-log.ts';
import { exportAuditLog } from '#server/features/audit/read-audit-log.ts';
import { recordAudit } from '#server/features/audit/record-audit.ts';
import type { AdminCommand, CommandArguments } from './admin-command.ts';
import { AdminError } from './admin-error.ts';

export const auditLogCommand: AdminCommand = {
  usage: 'audit-log [--since DATE] [--until DATE] [--action ACTION] [--account ACCOUNT] [--format csv|jsonl]',
  summary:
    'Print the audit log, oldest entries first. Dates such as 2026-11-01, UTC; --until is exclusive. ' +
    'ACCOUNT: by or about it, its number or email address.',
  run: async (dependencies, { values }) => {
    const filter = {
      ...timeOption(values, 'since'),
      ...timeOption(values, 'until'),
      ...actionOption(values['action']),
      ...accountOption(values['account']),
    };
    const format = values['json'] === true ? 'jsonl' : (values['format'] ?? 'csv');
    if (format !== 'csv' && format !== 'jsonl') throw new AdminError('--format is csv or jsonl.');
    await recordAudit(dependencies.database, 'audit_log_exported', { details: { format } });
    return { text: exportAuditLog(dependencies, filter, format) };
  },
};

function actionOption(value: CommandArguments['values'][string]): { action?: AuditAction } {
  if (value === undefined) return {};
  const action = AUDIT_ACTIONS.find((each) => each === value);
  if (action === undefined) throw new AdminError(`--action is one of ${AUDIT_ACTIONS.join(', ')}.`);
  return { action };
}

function accountOption(value: CommandArguments['values'][string]): { accountId?: number; email?: string } {
  if (typeof value !== 'string') return {};
  return /^\d{1,9}$/.test(value) ? { accountId: Number(value) } : { email: value.toLowerCase() };
}

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
