import { createQuoteLocator } from '../../documents/locate-quote.ts';
import type { Evidence, LessonText } from '../../language/lesson-text.ts';
import type { Dependencies } from '../../ports.ts';
import { ProblemError } from '../../problem-error.ts';
import { getCourseOutcomes } from '../courses/get-course-outcomes.ts';
import { findCues, findLesson, type LessonRow } from './lesson.store.ts';
import { findDocumentSource, listPassages } from './passage.store.ts';

/** Narrows evidence from the seconds of its passage to those in which its words are spoken. */
export type TimeEvidence = (evidence: Evidence) => Evidence;

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
  const [passages, outcomes, cues] = await Promise.all([
    listPassages(database, source.id),
    getCourseOutcomes(dependencies, lesson.course_id),
    lesson.video_id === null ? [] : findCues(database, lesson.video_id),
  ]);
  return {
    lesson,
    text: { title: lesson.title, spoken: source.spoken, passages, outcomes },
    timeEvidence: createTimeEvidence(cues),
  };
}

function createTimeEvidence(cues: Awaited<ReturnType<typeof findCues>>): TimeEvidence {
  const locate = createQuoteLocator(
    cues.map((cue) => ({ startSecond: cue.start_second, endSecond: cue.end_second, text: cue.text })),
  );
  return (evidence) => {
    const { start_second: startSecond, end_second: endSecond, quote } = evidence;
    if (startSecond === null || endSecond === null) return evidence;
    const span = locate(quote, { startSecond, endSecond });
    return span === undefined
      ? evidence
      : { ...evidence, start_second: span.startSecond, end_second: span.endSecond };
  };
}
