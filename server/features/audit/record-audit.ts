import type { AuditAction, AuditEntry } from '../../../contract/audit-log.ts';
import type { Database } from '../../database/database.ts';
import { findContext, type WorkContext } from '../../work-context.ts';
import { describeDevice } from '../accounts/describe-device.ts';
import { insertAuditEntry } from './audit.store.ts';

export interface AuditRecord {
  readonly action: AuditAction;
  /** `succeeded` unless given. */
  readonly outcome?: AuditEntry['outcome'];
  /** The account that acts. Absent: whoever the request or command comes from is not signed in. */
  readonly actorId?: number | null;
  readonly subject?: {
    readonly kind: NonNullable<AuditEntry['subject']>['kind'];
    readonly id: number | string;
  };
  /** A few plain facts, such as the new mode. Never a secret, an e-mail address that was typed, or lesson content. */
  readonly details?: AuditEntry['details'];
}

/**
 * Records what someone did, with the address and device of the request it was done by. Call it in the transaction of what
 * it records, so that neither exists without the other; a failure has no transaction and is recorded on its own.
 */
export async function recordAudit(database: Database, record: AuditRecord): Promise<void> {
  const context = findContext();
  const { address, userAgent } = context?.origin ?? {};
  const actorId = record.actorId ?? null;
  await insertAuditEntry(database, {
    action: record.action,
    outcome: record.outcome ?? 'succeeded',
    actor_kind: actorKindOf(actorId, context),
    actor_id: actorId,
    subject_kind: record.subject?.kind ?? null,
    subject_id: record.subject === undefined ? null : String(record.subject.id),
    address: address ?? null,
    device: userAgent === undefined ? null : describeDevice(userAgent),
    request_id: context?.requestId ?? null,
    details: JSON.stringify(record.details ?? {}),
  });
}

function actorKindOf(actorId: number | null, context: WorkContext | undefined): AuditEntry['actor']['kind'] {
  if (actorId !== null) return 'account';
  if (context?.origin === undefined) return 'system';
  return context.origin.kind === 'command_line' ? 'command_line' : 'anonymous';
}
