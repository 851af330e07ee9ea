import type { WorkerDependencies } from '#server/worker-dependencies.ts';
import { forgetExpiredTokens } from '../accounts/end-access.ts';
import { endStalledWork, forgetLessonWork } from '../activity/lesson-work.ts';
import { forgetOldAuditEntries } from '../audit/read-audit-log.ts';
import { embedMissingPassages } from '../lessons/embed-missing-passages.ts';
import { forgetUnusedRecognition } from '../lessons/release-lesson-content.ts';
import { endStalledPreparations, prepareMissingBanks } from '../quizzes/bank/request-preparation.ts';
import { thinVersions } from '../quizzes/editing/list-versions.ts';
import { forgetUnfinishedSummaries } from '../summaries/write-summary.ts';
import { clearUnusedQuizzes, removeExpiredTrash } from '../trash/trash.ts';
import {
  endStalledTranscriptions,
  followMissedCorrections,
  forgetUnusedTranscriptions,
} from '../transcripts/resume-transcription.ts';
import { removeExpiredUploads } from '../uploads/resumable/resumable-uploads.ts';
import { tidyTextBytes } from '../uploads/storage.ts';
import { sweepFiles } from '../uploads/sweep-files.ts';
import { ownsFileStore } from './file-store-owner.ts';
import { readDatabaseTime } from '#server/platform/database/database.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { findLastRun, updateLastRun } from './maintenance.store.ts';

const DAY_MILLISECONDS = 86_400_000;
/** A day of runs, one every ten minutes. Counting runs also works on machines that are off most of the time. */
const RUNS_TO_WAIT = 144;

interface TidyUpTime {
  /** By the database's clock. */
  readonly now: Date;
  /** Whether expired things may be removed. */
  readonly mayRemove: boolean;
}

/**
 * The time of this run. Nothing is removed while the clocks of the database and of this process differ by more than a day, nor for a
 * day after the database's clock jumped by more than a day since the last run: one wrong clock must not empty the trash.
 */
async function readTidyUpTime({
  database,
  clock,
  log,
}: Pick<Dependencies, 'database' | 'clock' | 'log'>): Promise<TidyUpTime> {
  const now = await readDatabaseTime(database);
  const here = clock.now();
  if (Math.abs(now.getTime() - here.getTime()) > DAY_MILLISECONDS) {
    log.error(
      { database: now.toISOString(), worker: here.toISOString() },
      'The clocks of the database and of this worker differ by more than a day, so nothing is removed. Correct the clock that is wrong.',
    );
    return { now, mayRemove: false };
  }
  const { tidiedUpAt, runsToWait } = await findLastRun(database);
  const hasJumped = tidiedUpAt !== null && Math.abs(now.getTime() - tidiedUpAt.getTime()) > DAY_MILLISECONDS;
  const left = runsToWait > 0 ? runsToWait - 1 : hasJumped ? RUNS_TO_WAIT : 0;
  await updateLastRun(database, { tidiedUpAt: now, runsToWait: left });
  if (left > 0 && hasJumped)
    log.warn(
      { now: now.toISOString(), lastRun: tidiedUpAt.toISOString() },
      'More than a day has passed since the last tidy-up, or the clock was changed. Nothing is removed for a day, in case the clock is wrong.',
    );
  return { now, mayRemove: left === 0 };
}

/** Removes what has expired, and ends what will never end by itself. The database's clock measures ages. */
export async function runCleanup(dependencies: WorkerDependencies): Promise<void> {
  const { now, mayRemove } = await readTidyUpTime(dependencies);
  const ended = {
    transcriptions: await endStalledTranscriptions(dependencies, now),
    stalledWork: await endStalledWork(dependencies, now),
    corrections: await followMissedCorrections(dependencies, now),
    stalledPreparations: await endStalledPreparations(dependencies, now),
    preparations: await prepareMissingBanks(dependencies),
  };
  const removed = mayRemove ? await removeOld(dependencies, now) : {};
  await tidyTextBytes(dependencies);
  // Last, since it runs a model: one that is broken must not keep old things from being removed.
  const embeddings = await embedMissingPassages(dependencies);
  dependencies.log.info({ ...ended, ...removed, embeddings }, 'Tidied up.');
}

async function removeOld(dependencies: WorkerDependencies, now: Date): Promise<Record<string, number>> {
  const rows = {
    tokens: await forgetExpiredTokens(dependencies, now),
    versions: await thinVersions(dependencies, now),
    questionSets: await clearUnusedQuizzes(dependencies, now),
    trash: await removeExpiredTrash(dependencies, now),
    lessonWork: await forgetLessonWork(dependencies, now),
    unusedTranscriptions: await forgetUnusedTranscriptions(dependencies),
    summaryStretches: await forgetUnfinishedSummaries(dependencies, now),
    recognizedPages: await forgetUnusedRecognition(dependencies, now),
    auditEntries: await forgetOldAuditEntries(dependencies, now),
  };
  if (!(await ownsFileStore(dependencies))) return rows;
  return {
    ...rows,
    uploads: await removeExpiredUploads(dependencies, now),
    files: await sweepFiles(dependencies, now),
  };
}
