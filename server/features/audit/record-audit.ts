import type { AuditAction, AuditEntry } from '#contract/audit-log.ts';
import type { Database } from '#server/platform/database/database.ts';
import { findContext, type WorkContext } from '#server/platform/work-context.ts';
import { describeDevice } from '../accounts/describe-device.ts';
import { insertAuditEntry } from './audit.store.ts';

interface AuditRecord {
  /** The account that acts. Absent: whoever the request or command comes from is not signed in. */
  readonly by?: number | null;
  /** What it was done to. */
  readonly on?: readonly [kind: NonNullable<AuditEntry['subject']>['kind'], id: number | string] | undefined;
  /** `succeeded` unless given. */
  readonly outcome?: AuditEntry['outcome'];
  /** A few plain facts, such as the new mode. Never a secret, an email address that was typed, or lesson content. */
  readonly details?: AuditEntry['details'];
}

/**
 * Records what someone did, with the address and device of the request it was done by. Call it in the transaction of what
 * it records, so that neither exists without the other; a failure has no transaction and is recorded on its own.
 */
export async function recordAudit(
  database: Database,
  action: AuditAction,
  { by = null, on, outcome = 'succeeded', details = {} }: AuditRecord = {},
): Promise<void> {
  const context = findContext();
  const { address, userAgent } = context?.origin ?? {};
  await insertAuditEntry(database, {
    action,
    outcome,
    actor_kind: actorKindOf(by, context),
    actor_id: by,
    subject_kind: on?.[0] ?? null,
    subject_id: on === undefined ? null : String(on[1]),
    address: address ?? null,
    device: userAgent === undefined ? null : describeDevice(userAgent),
    request_id: context?.requestId ?? null,
    details: JSON.stringify(details),
  });
}

function actorKindOf(actorId: number | null, context: WorkContext | undefined): AuditEntry['actor']['kind'] {
  if (actorId !== null) return 'account';
  if (context?.origin === undefined) return 'system';
  return context.origin.kind === 'command_line' ? 'command_line' : 'anonymous';
}
