import type { ColumnType, Generated, GeneratedAlways } from 'kysely';
import type { CreatedAt, UpdatedAt } from './column-types.ts';
import type { SignInMethod } from './sign-in-tables.ts';

export interface UserTable {
  id: GeneratedAlways<number>;
  email: string;
  name: string;
  department: string;
  password_hash: string;
  /** False while only a sign-in provider lets the owner in: the hash is then of random bytes. */
  has_password: Generated<boolean>;
  /** Keyed hash of the API key, by which a request finds its user. */
  api_key_hash: Buffer;
  /** The key itself, encrypted, so that each login can return it. */
  api_key_encrypted: Buffer;
  /** Null when that key is older than this column. */
  api_key_created_at: ColumnType<Date | null, never, Date>;
  /** When someone proved that the address is theirs. Null: anyone may have typed it. */
  email_verified_at: Date | null;
  is_active: Generated<boolean>;
  /** An administrator. */
  is_staff: Generated<boolean>;
  /** Null: the default of the installation. */
  storage_quota_bytes: ColumnType<string | null, never, number | null>;
  created_at: CreatedAt;
  updated_at: UpdatedAt;
}

/** One sign-in on one device. To end a session is to delete its row. */
export interface SessionTable {
  id: string;
  user_id: number;
  /** Such as "Firefox on Linux". */
  device: string;
  /** Where its tokens were last made: an IPv4 address or the /64 of an IPv6 address. Null before migration 0015. */
  network: string | null;
  /** How its owner proved who they are. */
  method: Generated<SignInMethod>;
  created_at: CreatedAt;
  /** When tokens were last made for it. */
  last_used_at: UpdatedAt;
  expires_at: Date;
}

export interface RefreshTokenTable {
  id: string;
  user_id: number;
  session_id: string;
  token_hash: Buffer;
  expires_at: Date;
  spent_at: Date | null;
  created_at: CreatedAt;
}
