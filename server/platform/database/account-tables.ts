import type { ColumnType, Generated, GeneratedAlways } from 'kysely';
import type { RegistrationSettings } from '#contract/administration.ts';
import type { AuditEntry } from '#contract/audit-log.ts';
import type { ModelProvider } from '#contract/language-model.ts';
import type { TwoFactorPolicy } from '#contract/sign-in.ts';
import type { CreatedAt, GeneratedJson, UpdatedAt } from './column-types.ts';

/** One row at most. Without it everything is at its default. */
export interface InstallationTable {
  is_only: Generated<boolean>;
  /** Identifies the root secret that sessions and keys belong to; null until a process has started. */
  secret_fingerprint: Buffer | null;
  registration_mode: Generated<RegistrationSettings['mode']>;
  allowed_domains: GeneratedJson<string[]>;
  two_factor_policy: Generated<TwoFactorPolicy>;
  /** How often the first administrator's link was replaced (first-administrator.ts). */
  first_administrator_renewals: Generated<number>;
  updated_at: UpdatedAt;
}

/** At most one row: the language model that an administrator chose in the browser. */
export interface LanguageModelSettingsTable {
  is_only: Generated<boolean>;
  provider: ModelProvider;
  base_url: string | null;
  /** For a local model: a name that Lectern knows, or the path of a GGUF file. */
  model: string | null;
  api_version: string | null;
  /** Encrypted with a key derived from the root secret. */
  api_key_encrypted: Buffer | null;
  /** The last characters of the key, to recognise it. */
  api_key_ending: string | null;
  input_price: number | null;
  output_price: number | null;
  timeout_seconds: number;
  uses_gpu: boolean;
  updated_at: UpdatedAt;
}

/** What was used in one month, and the limits; null for no limit. */
interface MonthlyUse {
  /** Such as 202611. A row of an earlier month counts as empty. */
  month: number;
  used_tokens: Generated<number>;
  used_cost: Generated<number>;
}

/** At most one row: the monthly budgets for language model services, and what the installation has spent. */
export interface LanguageModelBudgetTable extends MonthlyUse {
  is_only: Generated<boolean>;
  tokens: number | null;
  /** In the currency of the prices. */
  cost: number | null;
  /** Of each account. */
  account_tokens: number | null;
  account_cost: number | null;
}

/** What an account has used of the language model's budget, and its own limits; null for those of every account. */
export interface LanguageModelUseTable extends MonthlyUse {
  user_id: number;
  tokens: number | null;
  cost: number | null;
}

/** Who did what. Rows are only added, and deleted when their time is over. */
export interface AuditLogTable {
  id: GeneratedAlways<string>;
  at: CreatedAt;
  action: AuditEntry['action'];
  outcome: AuditEntry['outcome'];
  actor_kind: AuditEntry['actor']['kind'];
  actor_id: number | null;
  subject_kind: NonNullable<AuditEntry['subject']>['kind'] | null;
  subject_id: string | null;
  address: string | null;
  device: string | null;
  request_id: string | null;
  details: GeneratedJson<AuditEntry['details']>;
}

/** A key that its owner made and named. The one that login returns is a column of `users`. */
export interface ApiKeyTable {
  id: string;
  user_id: number;
  name: string;
  /** Keyed hash, by which a request finds its user. */
  key_hash: Buffer;
  created_at: CreatedAt;
  /** Null: never. */
  expires_at: Date | null;
  /** Exact to an hour. */
  last_used_at: ColumnType<Date | null, never, Date>;
}

/** A link that sets a new password. Using it deletes the row. */
export interface PasswordResetTable {
  id: string;
  user_id: number;
  token_hash: Buffer;
  created_at: CreatedAt;
  expires_at: Date;
}

/** A mailed link that proves whose an address is, so that an account can be created with it. Using it deletes the row. */
export interface RegistrationLinkTable {
  id: string;
  email: string;
  token_hash: Buffer;
  /** Of the invitation that the link was requested with; null without one. */
  invitation_hash: Buffer | null;
  created_at: CreatedAt;
  expires_at: Date;
}

/** A link that lets one person register. */
export interface InvitationTable {
  id: string;
  token_hash: Buffer;
  /** Lower case; null if anyone with the link may use it. */
  email: string | null;
  created_at: CreatedAt;
  expires_at: Date;
  used_at: ColumnType<Date | null, never, Date>;
}
