import { deleteJobAnswersBefore } from '../../jobs/job-answer.store.ts';
import type { WorkerDependencies } from '../../ports.ts';
import { forgetExpiredTokens } from '../accounts/forget-expired-tokens.ts';
import { forgetLessonWork } from '../activity/forget-lesson-work.ts';
import { forgetOldAuditEntries } from '../audit/read-audit-log.ts';
import { forgetUnusedRecognition } from '../lessons/forget-unused-recognition.ts';
import { endStalledPreparations, prepareMissingBanks } from '../quizzes/bank/keep-banks-going.ts';
import { forgetUnsavedQuestionSets } from '../quizzes/forget-unsaved-question-sets.ts';
import { removeExpiredTrash } from '../trash/delete-for-good.ts';
import { endStalledTranscriptions } from '../transcripts/end-stalled-transcriptions.ts';
import { forgetUnusedTranscriptions } from '../transcripts/forget-unused-transcriptions.ts';
import { removeExpiredUploads } from '../uploads/resumable/remove-expired-uploads.ts';
import { sweepFiles } from '../uploads/sweep-files.ts';

const HOUR_MILLISECONDS = 3_600_000;

/** Removes what has served its time and ends what will never end by itself. */
export async function tidyUpEverything(dependencies: WorkerDependencies): Promise<void> {
  const now = new Date();
  const done = {
    tokens: await forgetExpiredTokens(dependencies, now),
    questionSets: await forgetUnsavedQuestionSets(dependencies, now),
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
  dependencies.log.info(done, 'Tidied up.');
}
