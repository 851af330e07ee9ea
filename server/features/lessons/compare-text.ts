import type { Dependencies } from '#server/dependencies.ts';
import type { LessonPassage } from '#server/language/lesson-text.ts';
import { holdSummaries } from './changed-lines.ts';
import { findLesson, type LessonRow } from './lesson.store.ts';

/** The text of a lesson from which something was generated. */
export interface WorkedText {
  readonly lesson: Pick<LessonRow, 'id' | 'document_source_id' | 'transcription_id'>;
  readonly passages: readonly LessonPassage[];
}

/**
 * Whether the lesson still has the text from which something was generated, a corrected version of it, or another text. The answer stays
 * true until the transaction ends. Undefined if the lesson is gone.
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
