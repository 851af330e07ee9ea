import type { Dependencies } from '#server/dependencies.ts';
import type { LessonPassage } from '#server/language/lesson-text.ts';
import { holdSummaries } from './changed-lines.ts';
import { findLesson, type LessonRow } from './lesson.store.ts';

/** The text of a lesson that something was made from. */
export interface WorkedText {
  readonly lesson: Pick<LessonRow, 'id' | 'document_source_id' | 'transcription_id'>;
  readonly passages: readonly LessonPassage[];
}

/**
 * Whether the lesson has the text that something was made from, that text with corrections, or another one; it then stays until the
 * transaction ends. Undefined when the lesson is gone.
 */
export async function compareText(
  inside: Pick<Dependencies, 'database'>,
  { lesson }: WorkedText,
): Promise<'same' | 'corrected' | 'replaced' | undefined> {
  await holdSummaries(inside, lesson.id);
  const now = await findLesson(inside.database, lesson.id);
  if (now === undefined) return undefined;
  if (now.document_source_id === lesson.document_source_id) return 'same';
  return now.transcription_id === lesson.transcription_id ? 'corrected' : 'replaced';
}
