import type { Dependencies } from '#server/dependencies.ts';
import { getLessonText } from '../../lessons/lesson-text.ts';
import { restoreFormerPassages, type PassageChange } from '../../lessons/passage-changes.ts';
import { verifyEvidence } from '../../quizzes/evidence/verify-evidence.ts';

/**
 * The one place that hears which passages of a lesson a correction changed, from what to what, in the transaction that changed
 * them. Evidence whose quote is still in the lesson points at it; evidence whose quote is gone is marked.
 */
export async function followPassageChanges(
  dependencies: Pick<Dependencies, 'database'>,
  lessonId: number,
  changes: readonly PassageChange[],
): Promise<void> {
  const { text } = await getLessonText(dependencies, lessonId);
  await verifyEvidence(dependencies, lessonId, restoreFormerPassages(text.passages, changes));
}
