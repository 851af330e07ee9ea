import type { ColumnType } from 'kysely';
import type { CreatedAt, Json, UpdatedAt } from './column-types.ts';

/** `link`: the operator printed one with `lectern-admin sign-in-link`. */
export type SignInMethod = 'password' | 'provider' | 'link';

/** An account at a sign-in provider, and the account here that it opens. */
export interface ExternalIdentityTable {
  issuer: string;
  /** The provider's own identifier, which never changes. */
  subject: string;
  user_id: number;
  created_at: CreatedAt;
  last_used_at: UpdatedAt;
}

/** The provider's account that a ticket is about. */
export interface TicketIdentity {
  readonly issuer: string;
  readonly subject: string;
}

/**
 * A sign-in that has one step left: `session` is exchanged for tokens by the page that began it; `link` wants the password of
 * the account; `second_factor` wants a code. Using it deletes the row.
 */
export interface SignInTicketTable {
  token_hash: Buffer;
  kind: 'session' | 'link' | 'second_factor';
  user_id: number;
  payload: Json<SignInTicketPayload>;
  expires_at: Date;
}

export interface SignInTicketPayload {
  /** Chosen by the page that began a sign-in with the provider, so that no other page can finish it. */
  readonly tab?: string;
  /** Whether any page may finish a `session`, because the operator passes the link on. */
  readonly isFromCommandLine?: true;
  /** Of a `session`: the address that the provider has verified. */
  readonly verifiedEmail?: string;
  /** What `link`, or a `second_factor` after it, connects to the account; what a `session` was begun with. */
  readonly identity?: TicketIdentity;
  /** Of a `second_factor`: SHA-256 of the password hash that was checked, in hexadecimal. */
  readonly password?: string;
}

/** What a code of an authenticator app is checked against. One row for each account that has begun to set it up. */
export interface SecondFactorTable {
  user_id: number;
  /** Encrypted under the root secret; null until the first set-up is confirmed. */
  secret_encrypted: Buffer | null;
  /** Of a set-up that is not confirmed yet. */
  pending_secret_encrypted: Buffer | null;
  enabled_at: Date | null;
  /** The last time step whose code was used, so that no code is used twice. */
  last_step: ColumnType<string, number | undefined, number>;
}

/** Each replaces one code of the app. Using it deletes the row. */
export interface RecoveryCodeTable {
  user_id: number;
  code_hash: Buffer;
}
