import type { LessonText } from '../../language/lesson-text.ts';
import type { Dependencies } from '../../ports.ts';
import { ProblemError } from '../../problem-error.ts';
import { getCourseOutcomes } from '../courses/get-course-outcomes.ts';
import { getTimeEvidence, type TimeEvidence } from './get-time-evidence.ts';
import { findLesson, type LessonRow } from './lesson.store.ts';
import { findDocumentSource, listPassages } from './passage.store.ts';

/**
 * A lesson's passages with what the composers need to know of it. For jobs: who may have it was asked
 * when the job was made.
 * @throws {ProblemError} not_found when it was deleted meanwhile; transcript_missing without passages.
 */
export async function getLessonText(
  dependencies: Pick<Dependencies, 'database'>,
  lessonId: number,
): Promise<{ lesson: LessonRow; text: LessonText; timeEvidence: TimeEvidence }> {
  const { database } = dependencies;
  const lesson = await findLesson(database, lessonId);
  if (lesson === undefined) throw new ProblemError('not_found', 'The lesson was deleted meanwhile.');
  const source =
    lesson.docsource_id === null ? undefined : await findDocumentSource(database, lesson.docsource_id);
  if (source === undefined) {
    throw new ProblemError(
      'transcript_missing',
      'The lesson has no text yet. Transcribe or ingest it first.',
    );
  }
  const [passages, outcomes, timeEvidence] = await Promise.all([
    listPassages(database, source.id),
    getCourseOutcomes(dependencies, lesson.course_id),
    getTimeEvidence(dependencies, lesson.video_id),
  ]);
  return {
    lesson,
    text: { title: lesson.title, spoken: source.spoken, passages, outcomes },
    timeEvidence,
  };
}
