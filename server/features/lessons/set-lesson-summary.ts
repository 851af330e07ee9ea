import type { SummaryPoint } from '../../../contract/lessons.ts';
import type { Dependencies } from '../../ports.ts';
import { updateLessonSummary } from './lesson.store.ts';

/** Keeps a summary with its lesson, in place of the one before. */
export const setLessonSummary = (
  dependencies: Pick<Dependencies, 'database'>,
  lessonId: number,
  summary: { text: string; points: readonly SummaryPoint[] },
): Promise<void> => updateLessonSummary(dependencies.database, lessonId, summary);
