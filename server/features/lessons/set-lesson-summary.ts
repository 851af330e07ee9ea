import type { Dependencies } from '../../ports.ts';
import { updateLessonSummary, type LessonSummary } from './lesson.store.ts';

/** Keeps a summary with its lesson, in place of the one before. */
export const setLessonSummary = (
  dependencies: Pick<Dependencies, 'database'>,
  lessonId: number,
  summary: LessonSummary,
): Promise<void> => updateLessonSummary(dependencies.database, lessonId, summary);
