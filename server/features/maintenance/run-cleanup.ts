import type { WorkerDependencies } from '#server/worker-dependencies.ts';
import { forgetExpiredTokens } from '../accounts/end-access.ts';
import { forgetLessonWork } from '../activity/lesson-work.ts';
import { forgetOldAuditEntries } from '../audit/read-audit-log.ts';
import { embedMissingPassages } from '../lessons/embed-missing-passages.ts';
import { forgetUnusedRecognition } from '../lessons/release-lesson-content.ts';
import { endStalledPreparations, prepareMissingBanks } from '../quizzes/bank/request-preparation.ts';
import { thinVersions } from '../quizzes/editing/list-versions.ts';
import { forgetUnfinishedSummaries } from '../summaries/write-summary.ts';
import { clearUnusedQuizzes, removeExpiredTrash } from '../trash/trash.ts';
import { endStalledTranscriptions, forgetUnusedTranscriptions } from '../transcripts/resume-transcription.ts';
import { removeExpiredUploads } from '../uploads/resumable/resumable-uploads.ts';
import { tidyTextBytes } from '../uploads/storage.ts';
import { sweepFiles } from '../uploads/sweep-files.ts';
import { ownsFileStore } from './file-store-owner.ts';
import { readTidyUpTime } from './tidy-up-time.ts';

/** Removes what has expired, and ends what will never end by itself. The database's clock measures ages. */
export async function runCleanup(dependencies: WorkerDependencies): Promise<void> {
  const { now, mayRemove } = await readTidyUpTime(dependencies);
  const ended = {
    transcriptions: await endStalledTranscriptions(dependencies, now),
    stalledPreparations: await endStalledPreparations(dependencies, now),
    preparations: await prepareMissingBanks(dependencies),
    embeddings: await embedMissingPassages(dependencies),
  };
  const removed = mayRemove ? await removeOld(dependencies, now) : {};
  await tidyTextBytes(dependencies);
  dependencies.log.info({ ...ended, ...removed }, 'Tidied up.');
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
