import type { WorkerDependencies } from '#server/worker-dependencies.ts';
import { getCourseOutcomes } from '#server/features/courses/courses.ts';
import { matchBankOutcomes } from '../bank/match-bank-outcomes.ts';
import { findBankOwner } from '../bank/question-bank.store.ts';
import { announceBank } from '../bank/read-bank.ts';

/** Lessons that were deleted are passed over. */
export async function matchOutcomes(
  dependencies: Pick<WorkerDependencies, 'database' | 'textEmbedder'>,
  lessonIds: readonly number[],
  signal: AbortSignal,
): Promise<void> {
  for (const lessonId of lessonIds) {
    signal.throwIfAborted();
    const lesson = await findBankOwner(dependencies.database, lessonId);
    if (lesson === undefined) continue;
    const outcomes = await getCourseOutcomes(dependencies, lesson.course_id);
    await matchBankOutcomes(dependencies, lessonId, outcomes, signal);
    await announceBank(dependencies.database, lesson);
  }
}
