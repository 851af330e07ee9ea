import { deleteJobAnswersBefore } from '#server/jobs/job-answer.store.ts';
import type { WorkerDependencies } from '#server/worker-dependencies.ts';
import { forgetExpiredTokens } from '../accounts/end-access.ts';
import { forgetLessonWork } from '../activity/lesson-work.ts';
import { forgetOldAuditEntries } from '../audit/read-audit-log.ts';
import { forgetUnusedRecognition } from '../lessons/release-lesson-content.ts';
import { endStalledPreparations, prepareMissingBanks } from '../quizzes/bank/request-preparation.ts';
import { thinVersions } from '../quizzes/editing/thin-versions.ts';
import { clearUnusedQuizzes, removeExpiredTrash } from '../trash/trash.ts';
import { endStalledTranscriptions, forgetUnusedTranscriptions } from '../transcripts/resume-transcription.ts';
import { removeExpiredUploads } from '../uploads/resumable/resumable-uploads.ts';
import { tidyTextBytes } from '../uploads/storage.ts';
import { sweepFiles } from '../uploads/sweep-files.ts';

const HOUR_MILLISECONDS = 3_600_000;

/** Removes what has served its time and ends what will never end by itself. */
export async function tidyUpEverything(dependencies: WorkerDependencies): Promise<void> {
  const now = new Date();
  const done = {
    tokens: await forgetExpiredTokens(dependencies, now),
    versions: await thinVersions(dependencies, now),
    questionSets: await clearUnusedQuizzes(dependencies, now),
    jobAnswers: await deleteJobAnswersBefore(
      dependencies.database,
      new Date(now.getTime() - 24 * HOUR_MILLISECONDS),
    ),
    trash: await removeExpiredTrash(dependencies, now),
    lessonWork: await forgetLessonWork(dependencies, now),
    transcriptions: await endStalledTranscriptions(dependencies, now),
    unusedTranscriptions: await forgetUnusedTranscriptions(dependencies),
    stalledPreparations: await endStalledPreparations(dependencies, now),
    preparations: await prepareMissingBanks(dependencies),
    recognizedPages: await forgetUnusedRecognition(dependencies, now),
    uploads: await removeExpiredUploads(dependencies, now),
    files: await sweepFiles(dependencies, now),
    auditEntries: await forgetOldAuditEntries(dependencies, now),
  };
  await tidyTextBytes(dependencies);
  dependencies.log.info(done, 'Tidied up.');
}
