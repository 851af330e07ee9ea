import type { Kysely } from 'kysely';
import { Migrator, type Migration } from 'kysely/migration';
import { openDatabase, openPool } from './database.ts';
import * as initial from './migrations/0001-initial.ts';
import * as assistantAndActivity from './migrations/0002-assistant-and-activity.ts';
import * as questionVersionsAndKeyTerms from './migrations/0003-question-versions-and-key-terms.ts';
import * as summaryNote from './migrations/0004-summary-note.ts';
import * as resumableUploads from './migrations/0005-resumable-uploads.ts';
import * as sessions from './migrations/0006-sessions.ts';
import * as searchedWords from './migrations/0007-searched-words.ts';
import * as answers from './migrations/0008-answers.ts';
import * as questionBank from './migrations/0009-question-bank.ts';
import * as passageKinds from './migrations/0010-passage-kinds.ts';
import * as recognizedPages from './migrations/0011-recognized-pages.ts';
import * as installationAndAuditLog from './migrations/0013-installation-and-audit-log.ts';
import * as administration from './migrations/0014-administration.ts';
import * as sessionNetworks from './migrations/0015-session-networks.ts';
import * as signIn from './migrations/0016-sign-in.ts';
import * as trash from './migrations/0017-trash.ts';
import * as codedMessages from './migrations/0019-coded-messages.ts';
import * as requestedOutcomes from './migrations/0021-requested-outcomes.ts';
import * as keptSummaries from './migrations/0022-kept-summaries.ts';
import * as orderOfLessons from './migrations/0026-order-of-lessons.ts';
import * as dismissedFlaws from './migrations/0028-dismissed-flaws.ts';
import * as transcriptEdits from './migrations/0035-transcript-edits.ts';
import * as verifiedAddresses from './migrations/0042-verified-addresses.ts';
import * as questionFingerprints from './migrations/0043-question-fingerprints.ts';
import * as textStorage from './migrations/0044-text-storage.ts';
import * as whatPeopleMade from './migrations/0045-what-people-made.ts';
import * as usedFiles from './migrations/0046-used-files.ts';
import * as nothingStaysStuck from './migrations/0047-nothing-stays-stuck.ts';
import * as languageModelSettings from './migrations/0048-language-model-settings.ts';
import * as draftsToReview from './migrations/0049-drafts-to-review.ts';
import * as firstAdministrator from './migrations/0050-first-administrator.ts';
import * as reviewSteps from './migrations/0051-review-steps.ts';
import * as factsToAskAbout from './migrations/0052-facts-to-ask-about.ts';
import * as unsurePassages from './migrations/0053-unsure-passages.ts';

/** Forward only: a mistake is mended by the next migration. The order is that of the names. */
const migrations: Record<string, Migration> = {
  '0001-initial': initial,
  '0002-assistant-and-activity': assistantAndActivity,
  '0003-question-versions-and-key-terms': questionVersionsAndKeyTerms,
  '0004-summary-note': summaryNote,
  '0005-resumable-uploads': resumableUploads,
  '0006-sessions': sessions,
  '0007-searched-words': searchedWords,
  '0008-answers': answers,
  '0009-question-bank': questionBank,
  '0010-passage-kinds': passageKinds,
  '0011-recognized-pages': recognizedPages,
  '0013-installation-and-audit-log': installationAndAuditLog,
  '0014-administration': administration,
  '0015-session-networks': sessionNetworks,
  '0016-sign-in': signIn,
  '0017-trash': trash,
  '0019-coded-messages': codedMessages,
  '0021-requested-outcomes': requestedOutcomes,
  '0022-kept-summaries': keptSummaries,
  '0026-order-of-lessons': orderOfLessons,
  '0028-dismissed-flaws': dismissedFlaws,
  '0035-transcript-edits': transcriptEdits,
  '0042-verified-addresses': verifiedAddresses,
  '0043-question-fingerprints': questionFingerprints,
  '0044-text-storage': textStorage,
  '0045-what-people-made': whatPeopleMade,
  '0046-used-files': usedFiles,
  '0047-nothing-stays-stuck': nothingStaysStuck,
  '0048-language-model-settings': languageModelSettings,
  '0049-drafts-to-review': draftsToReview,
  '0050-first-administrator': firstAdministrator,
  '0051-review-steps': reviewSteps,
  '0052-facts-to-ask-about': factsToAskAbout,
  '0053-unsure-passages': unsurePassages,
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
