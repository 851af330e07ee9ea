import type { ColumnType, Generated } from 'kysely';
import type { CreatedAt } from './column-types.ts';

/** One row, or none before the first tidy-up. */
export interface MaintenanceTable {
  is_only: Generated<boolean>;
  /** Belongs to this database alone: a restore gives another one, unless it replaces what is there. */
  installation_id: Generated<string>;
  /** At the last look the file store held the files of another installation. */
  has_foreign_files: Generated<boolean>;
  /** By the database's clock. */
  tidied_up_at: Date | null;
  /** How many runs still remove nothing, because the clock jumped. */
  runs_to_wait: Generated<number>;
}

/** What a language model wrote of one stretch of a lesson whose summary is not finished. */
export interface SummaryStretchTable {
  lesson_id: number;
  fingerprint: string;
  result: ColumnType<unknown, string, string>;
  created_at: CreatedAt;
}
