import type { GeneratedAlways } from 'kysely';
import type { CreatedAt, Json, UpdatedAt } from './column-types.ts';

/** A learning platform that may launch Lectern (LTI 1.3). */
interface LtiPlatformTable {
  id: GeneratedAlways<number>;
  name: string;
  issuer: string;
  client_id: string;
  deployment_ids: Json<string[]>;
  authorization_url: string;
  token_url: string;
  token_audience: string | null;
  jwks_url: string;
  frame_origins: Json<string[]>;
  created_at: CreatedAt;
  last_launch_at: Date | null;
}

/** A key pair that Lectern signs with. The newest one signs; retired ones stay published for a while. */
interface LtiKeyTable {
  /** The `kid`. */
  id: string;
  public_key: Json<Record<string, unknown>>;
  /** PKCS #8, encrypted under the root secret. */
  private_key_encrypted: Buffer;
  created_at: CreatedAt;
  retired_at: Date | null;
}

/** Messages that were accepted, for as long as they could be sent again. */
interface LtiUsedNonceTable {
  nonce_hash: Buffer;
  expires_at: Date;
}

/** A launch that was verified; its page shows the token. */
interface LtiLaunchTable {
  token_hash: Buffer;
  platform_id: number;
  /** Who was launched for what, encrypted under the root secret. */
  content_encrypted: Buffer;
  /** It opens one session at most. */
  session_opened_at: Date | null;
  expires_at: Date;
}

/** An instructor's account on a platform, and the account here that it opens. */
interface LtiIdentityTable {
  platform_id: number;
  subject: string;
  user_id: number;
  created_at: CreatedAt;
  last_used_at: UpdatedAt;
}

/** The owner has placed this quiz on the platform, whose students may take it there. */
interface LtiQuizPermitTable {
  platform_id: number;
  shared_quiz_id: number;
  created_at: CreatedAt;
}

/** A student whom a platform sent. */
interface LtiStudentTable {
  id: GeneratedAlways<number>;
  platform_id: number;
  /** Keyed hash of the platform’s name for the student. */
  student_key: Buffer;
  /** The same, encrypted under the root secret: grades are sent with it. */
  subject_encrypted: Buffer;
  created_at: CreatedAt;
}

/** Where the grade of a student goes, and what became of it. */
interface LtiLineItemTable {
  shared_quiz_id: number;
  student_id: number;
  url: string;
  sent_points: number | null;
  sent_at: Date | null;
  /** Why the last one did not arrive. */
  error: string | null;
}

export interface LtiTables {
  lti_platforms: LtiPlatformTable;
  lti_keys: LtiKeyTable;
  lti_used_nonces: LtiUsedNonceTable;
  lti_launches: LtiLaunchTable;
  lti_identities: LtiIdentityTable;
  lti_quiz_permits: LtiQuizPermitTable;
  lti_students: LtiStudentTable;
  lti_line_items: LtiLineItemTable;
}
