import type { Generated } from 'kysely';
import type { UpdatedAt } from './column-types.ts';

/** One row at most. Without it everything is at its default. */
export interface InstallationTable {
  is_only: Generated<boolean>;
  /** Identifies the root secret that sessions and keys belong to; null until a process has started. */
  secret_fingerprint: Buffer | null;
  updated_at: UpdatedAt;
}
