import type { Dependencies } from '../../../ports.ts';
import { prepareQuestionsJob } from './bank.jobs.ts';
import { findBank } from './question-bank.store.ts';
import { followLessonText } from './request-preparation.ts';

/**
 * Continues the preparation of questions for a lesson that was in the trash, if it was not finished. Call it in the transaction
 * that restores the lesson.
 */
export async function resumePreparation(
  dependencies: Pick<Dependencies, 'database' | 'jobs' | 'config'>,
  lessonId: number,
): Promise<void> {
  const bank = await findBank(dependencies.database, lessonId);
  if (bank?.status === 'ready' || bank?.status === 'failed') return;
  if (bank !== undefined && bank.job_id !== null) {
    const state = await dependencies.jobs.findState(prepareQuestionsJob.name, bank.job_id);
    if (state === 'waiting' || state === 'running') return;
  }
  await followLessonText(dependencies, lessonId);
}
