import type { Kysely } from 'kysely';
import { Migrator, type Migration } from 'kysely/migration';
import { openDatabase, openPool } from './database.ts';
import * as initial from './migrations/0001-initial.ts';
import * as reviewSteps from './migrations/0002-review-steps.ts';
import * as factsToAskAbout from './migrations/0003-facts-to-ask-about.ts';
import * as unsurePassages from './migrations/0004-unsure-passages.ts';
import * as notesOfRules from './migrations/0005-notes-of-rules.ts';
import * as recordings from './migrations/0006-recordings.ts';
import * as guessedEncodings from './migrations/0007-guessed-encodings.ts';
import * as languageModelUse from './migrations/0008-language-model-use.ts';
import * as accountBudgets from './migrations/0009-account-budgets.ts';
import * as answersInTheQueue from './migrations/0010-answers-in-the-queue.ts';

/** Forward only: the next migration fixes a mistake. The order is that of the names. */
const migrations: Record<string, Migration> = {
  '0001-initial': initial,
  '0002-review-steps': reviewSteps,
  '0003-facts-to-ask-about': factsToAskAbout,
  '0004-unsure-passages': unsurePassages,
  '0005-notes-of-rules': notesOfRules,
  '0006-recordings': recordings,
  '0007-guessed-encodings': guessedEncodings,
  '0008-language-model-use': languageModelUse,
  '0009-account-budgets': accountBudgets,
  '0010-answers-in-the-queue': answersInTheQueue,
};

/**
 * Brings the database to the newest shape. Safe when many processes start at once: Kysely takes an
 * advisory lock of the database, and a migration runs in a transaction.
 * @throws the first migration's error; the database is then as it was before that migration.
 */
export async function migrateToLatest(connectionString: string): Promise<void> {
  // An error of an idle connection shows again at the next query, whose failure is reported.
  const pool = openPool(connectionString, { maximumConnections: 1, onError: () => undefined });
  const database = openDatabase<unknown>(pool);
  try {
    await migrate(database);
  } finally {
    await database.destroy();
  }
}

/** The names of every migration this code knows, oldest first. */
export const migrationNames: readonly string[] = Object.keys(migrations).toSorted();

/**
 * Brings the database to the newest shape, or to that of one migration: for a backup, which is loaded at the level it
 * was made at. Within a transaction all of it joins that transaction.
 * @param upTo the last migration to apply. The database must not be beyond it.
 * @throws as `migrateToLatest`.
 */
export async function migrate(database: Kysely<unknown>, upTo?: string): Promise<void> {
  const migrator = new Migrator({
    db: database,
    provider: { getMigrations: () => Promise.resolve(migrations) },
  });
  const { error, results } = await (upTo === undefined
    ? migrator.migrateToLatest()
    : migrator.migrateTo(upTo));
  if (error === undefined) return;
  const failed = results?.find((result) => result.status === 'Error')?.migrationName;
  // Before the first migration there is nothing to say but what the database said.
  if (failed === undefined)
    throw error instanceof Error ? error : new Error('The database cannot be migrated.', { cause: error });
  throw new Error(`Migration ${failed} failed. The database was left as it was before it.`, { cause: error });
}
