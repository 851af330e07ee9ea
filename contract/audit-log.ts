import { z } from 'zod';
import { timestamp } from './fields.ts';

/** Everything that is recorded. What failed has the same action and the outcome `failed`. */
export const AUDIT_ACTIONS = [
  'registration_link_requested',
  'registration',
  'address_verified',
  'sign_in',
  'sign_out',
  'session_ended',
  'sessions_ended',
  'token_reuse_detected',
  'password_check',
  'identity_linked',
  'identity_unlinked',
  'second_factor_check',
  'two_factor_enabled',
  'two_factor_disabled',
  'two_factor_removed',
  'two_factor_policy_changed',
  'recovery_codes_replaced',
  'password_changed',
  'password_reset_requested',
  'password_reset',
  'profile_changed',
  'sign_in_key_replaced',
  'api_key_created',
  'api_key_revoked',
  'root_secret_changed',
  'account_exported',
  'account_deleted',
  'course_trashed',
  'course_restored',
  'course_deleted',
  'lesson_trashed',
  'lesson_restored',
  'lesson_deleted',
  'question_set_trashed',
  'question_set_restored',
  'question_set_deleted',
  'conversation_deleted',
  'account_disabled',
  'account_enabled',
  'administrator_granted',
  'administrator_revoked',
  'storage_quota_changed',
  'reset_link_created',
  'sign_in_link_created',
  'registration_changed',
  'invitation_created',
  'invitation_revoked',
  'job_retried',
  'job_cancelled',
  'models_download_started',
  'language_model_changed',
  'language_model_removed',
  'language_model_budget_changed',
  'audit_log_exported',
  'backup_made',
] as const;
export type AuditAction = (typeof AUDIT_ACTIONS)[number];

/** What an entry is about. */
export const AUDIT_SUBJECTS = [
  'account',
  'session',
  'api_key',
  'course',
  'lesson',
  'question_set',
  'conversation',
  'invitation',
  'job',
] as const;

/** `anonymous`: not signed in. `command_line`: someone with access to the server. `system`: Lectern itself. */
export const AUDIT_ACTORS = ['account', 'anonymous', 'command_line', 'system'] as const;

export const auditEntry = z.object({
  id: z.string().meta({ description: 'Rises with time.' }),
  at: timestamp,
  action: z.enum(AUDIT_ACTIONS),
  outcome: z.enum(['succeeded', 'failed']),
  actor: z.object({
    kind: z.enum(AUDIT_ACTORS),
    id: z.int().nullable().meta({ description: 'Of the account.' }),
    email: z.string().nullable().meta({ description: 'As it is now; null once the account is deleted.' }),
  }),
  subject: z.object({ kind: z.enum(AUDIT_SUBJECTS), id: z.string() }).nullable(),
  address: z.string().nullable().meta({ description: 'IP address the request came from.' }),
  device: z.string().nullable().meta({ description: 'Browser and system, or the program.' }),
  request_id: z.string().nullable(),
  details: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
});
export type AuditEntry = z.infer<typeof auditEntry>;
