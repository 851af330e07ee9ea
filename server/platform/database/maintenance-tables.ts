import type { ColumnType, Generated } from 'kysely';
import type { CreatedAt } from './column-types.ts';

/** One row, or none before the first tidy-up. */
export interface MaintenanceTable {
  is_only: Generated<boolean>;
  /** Unique to this database. A restore creates a new id, unless it replaces an installation. */
  installation_id: Generated<string>;
  /** Whether the file store belonged to another installation at the last check. */
  has_foreign_files: Generated<boolean>;
  /** By the database's clock. */
  tidied_up_at: Date | null;
  /** The number of runs that still remove nothing because the clock jumped. */
  runs_to_wait: Generated<number>;
}

/** What a language model wrote about one part of a lesson whose summary is not finished. */
export interface SummaryStretchTable {
  lesson_id: number;
  fingerprint: string;
  result: ColumnType<unknown, string, string>;
  created_at: CreatedAt;
}
