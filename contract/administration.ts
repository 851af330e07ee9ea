import { z } from 'zod';
import { auditEntry, AUDIT_ACTIONS } from './audit-log.ts';
import { codedMessage } from './messages/sent-message.ts';
import { componentHealth } from './health.ts';
import { email, givenPassword, passwordConfirmation } from './accounts.ts';
import { entityId, entityIdText, freeText, timestamp } from './fields.ts';
import { fieldText } from './messages/field-messages.ts';

const identity = z.uuid(fieldText('identifier_invalid')).toLowerCase();
const wholeNumberText = (fallback: number, maximum: number) =>
  z
    .string()
    .regex(/^[1-9][0-9]{0,8}$/, fieldText('whole_number_from', { minimum: 1 }))
    .optional()
    .transform((text) => (text === undefined ? fallback : Math.min(Number(text), maximum)))
    .meta({ type: 'integer', minimum: 1, maximum });

export const accountQuery = z.object({
  search: freeText(254).optional().meta({ description: 'Part of a name, department or email address.' }),
  status: z.enum(['active', 'disabled', 'administrator']).optional(),
  order: z.enum(['newest', 'storage']).optional().meta({ description: 'newest unless given.' }),
  page: wholeNumberText(1, 1_000_000),
});

/** An account as administrators see it. */
export const administeredAccount = z.object({
  id: entityId,
  email: z.string(),
  name: z.string(),
  department: z.string(),
  is_active: z.boolean(),
  is_staff: z.boolean().meta({ description: 'An administrator.' }),
  has_second_factor: z.boolean(),
  email_verified_at: timestamp
    .nullable()
    .meta({ description: 'Null: no one has proved whose address it is.' }),
  created_at: timestamp,
  last_used_at: timestamp.nullable().meta({ description: 'Of its sessions that have not ended.' }),
  storage_bytes: z.int().meta({ description: 'Size of its files.' }),
  storage_quota_bytes: z.int().nullable().meta({ description: 'Null: the default of the installation.' }),
  waiting_jobs: z.int(),
  running_jobs: z.int(),
});
export type AdministeredAccount = z.infer<typeof administeredAccount>;

/** 50 a page. */
export const administeredAccountList = z.object({
  accounts: z.array(administeredAccount),
  total: z.int().meta({ description: 'On all pages.' }),
});
export type AdministeredAccountList = z.infer<typeof administeredAccountList>;

export const accountChange = z.object({
  is_active: z.boolean().optional(),
  is_staff: z.boolean().optional(),
  storage_quota_bytes: z.int().min(0).max(Number.MAX_SAFE_INTEGER).nullish(),
  password: givenPassword
    .optional()
    .meta({ description: 'Your own; required for `is_active` and `is_staff`.' }),
});

export const accountDeletion = z.object({
  email: z
    .string()
    .max(254)
    .meta({ description: 'Of the account that is deleted, so that no other is deleted by mistake.' }),
  password: givenPassword.meta({ description: 'Your own.' }),
});

export const resetLink = z.object({
  url: z.string().meta({ description: 'Works once, for an hour. Shown in this answer alone.' }),
  expires_at: timestamp,
});
export type ResetLink = z.infer<typeof resetLink>;

export const REGISTRATION_MODES = ['open', 'invite', 'closed'] as const;

const domain = z
  .string()
  .trim()
  .toLowerCase()
  .max(253)
  .regex(/^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9-]{2,63}$/, fieldText('domain_invalid'));

export const registrationSettings = z.object({
  mode: z.enum(REGISTRATION_MODES),
  allowed_domains: z
    .array(domain)
    .max(200)
    .meta({ description: 'Of email addresses, where registration is open. Empty: every domain.' }),
});
export type RegistrationSettings = z.infer<typeof registrationSettings>;

/** As administrators see them. */
export const administeredRegistration = registrationSettings.extend({
  verifies_addresses: z.boolean().meta({
    description:
      'False without SMTP_URL: then no one checks that an address of an allowed domain is its owner’s.',
  }),
});
export type AdministeredRegistration = z.infer<typeof administeredRegistration>;

export const registrationChange = registrationSettings.extend(passwordConfirmation.shape);

/** What a person needs to know before they register or reset a password. */
export const registrationOptions = registrationSettings.extend({
  needs_link: z
    .boolean()
    .meta({ description: 'Whether registration begins with a link to the email address.' }),
  awaits_first_administrator: z.boolean().meta({
    description:
      'Whether only the link in the server log can register an account, because there is no account yet.',
  }),
  password_reset: z
    .enum(['email', 'administrator'])
    .meta({ description: 'Whether Lectern sends reset links itself, or an administrator hands them out.' }),
});
export type RegistrationOptions = z.infer<typeof registrationOptions>;

export const invitationRequest = z.object({
  email: email.optional().meta({ description: 'Only this address may use it. Lectern sends nothing.' }),
  days: z.int().min(1).max(90).optional().meta({ description: 'How long it is valid; 7 unless given.' }),
});

export const invitationCreation = invitationRequest.extend(passwordConfirmation.shape);

export const invitation = z.object({
  id: z.string(),
  email: z.string().nullable(),
  created_at: timestamp,
  expires_at: timestamp,
  used_at: timestamp.nullable(),
});
export type Invitation = z.infer<typeof invitation>;

/** Newest first. */
export const invitationList = z.array(invitation);

export const newInvitation = invitation.extend({
  url: z.string().meta({ description: 'Works for one registration. Shown in this answer alone.' }),
});
export type NewInvitation = z.infer<typeof newInvitation>;

export const identityParameters = z.object({ id: identity });

export const ADMINISTERED_JOB_STATES = ['waiting', 'running', 'failed', 'cancelled'] as const;

export const jobQuery = z.object({
  state: z.enum(ADMINISTERED_JOB_STATES).optional(),
  account_id: entityIdText.optional().meta({ description: 'Whose jobs.' }),
  before_id: identity
    .optional()
    .meta({ description: 'For the next page: the id of the last job of this one.' }),
  limit: wholeNumberText(100, 500),
});

export const administeredJob = z.object({
  id: z.string(),
  kind: z.string(),
  state: z.enum([...ADMINISTERED_JOB_STATES, 'completed']),
  instructor_id: z.int().nullable().meta({ description: 'Whose job it is.' }),
  instructor_email: z.string().nullable().meta({ description: 'Null once the account is deleted.' }),
  created_at: timestamp,
  started_at: timestamp.nullable(),
  ended_at: timestamp.nullable(),
  retries: z.int(),
  retry_limit: z.int(),
  error: z.string().nullable().meta({ description: 'First line of the last failure.' }),
  error_coded: codedMessage.nullable(),
});
export type AdministeredJob = z.infer<typeof administeredJob>;

/** Newest first. */
export const administeredJobList = z.array(administeredJob);

export const modelOverview = z.object({
  models: z.record(z.string(), componentHealth),
  writer: z
    .string()
    .nullable()
    .meta({ description: 'The language model that writes; null if none is connected.' }),
  has_transcription_service: z
    .boolean()
    .meta({ description: 'A service that is set transcribes instead of the built-in model.' }),
  is_downloading: z.boolean().meta({ description: 'A worker fetches missing models, or is about to.' }),
});
export type ModelOverview = z.infer<typeof modelOverview>;

export const storageUse = z.object({
  store: z.string(),
  is_foreign: z
    .boolean()
    .meta({ description: 'The store belongs to another installation, so no files are deleted there.' }),
  files: z.int(),
  file_bytes: z.int(),
  database_bytes: z.int(),
  free_bytes: z.int().nullable().meta({ description: 'On the disk of the data directory.' }),
  free_floor_bytes: z.int().meta({ description: 'With less room than this, uploads are refused.' }),
  default_quota_bytes: z.int().meta({ description: 'The limit for accounts that have no individual quota.' }),
});
export type StorageUse = z.infer<typeof storageUse>;

export const versionAnswer = z.object({
  version: z.string(),
  node: z.string(),
  database: z.string(),
  migration: z.string().meta({ description: 'The last one that this version knows.' }),
  last_backup: z
    .object({
      at: timestamp,
      size_bytes: z.int(),
      files: z.int(),
      is_late: z.boolean().meta({ description: 'Older than 26 hours: the nightly backup did not run.' }),
    })
    .nullable()
    .meta({ description: 'The newest that `npm run backup` made; null when there is none.' }),
});
export type VersionAnswer = z.infer<typeof versionAnswer>;

export const auditQuery = z.object({
  since: timestamp.optional(),
  until: timestamp.optional().meta({ description: 'Exclusive.' }),
  action: z.enum(AUDIT_ACTIONS).optional(),
  account_id: entityIdText.optional().meta({ description: 'By this account, or about it.' }),
  email: email
    .optional()
    .meta({ description: 'As account_id, by the email address that the account has now.' }),
  before_id: z
    .string()
    .regex(/^[1-9][0-9]{0,17}$/, fieldText('entry_id'))
    .optional()
    .meta({ description: 'For the next page: the id of the last entry of this one.' }),
  limit: wholeNumberText(100, 1_000),
});

/** Newest first. */
export const auditEntryList = z.array(auditEntry);

export const auditExportQuery = auditQuery
  .omit({ before_id: true, limit: true })
  .extend({ format: z.enum(['csv', 'jsonl']).optional().meta({ description: 'csv unless given.' }) });
