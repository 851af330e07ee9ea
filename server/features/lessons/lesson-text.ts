import type { Dependencies } from '#server/dependencies.ts';
import { createQuoteLocator } from '#server/documents/locate-quote.ts';
import { isTeaching } from '#server/documents/passage.ts';
import type { Evidence, LessonPassage, LessonText } from '#server/language/lesson-text.ts';
import { listSections, type LessonSection, type SectionedPassage } from '#server/language/list-sections.ts';
import { ProblemError } from '#server/platform/problem-error.ts';
import { getCourseOutcomes } from '../courses/courses.ts';
import { findLesson, listLessonsOfCourse, findCues, type LessonRow } from './lesson.store.ts';
import {
  findDocumentSource,
  findSourceOfPassages,
  listPassageOutlines,
  listPassages,
} from './passage.store.ts';

/**
 * A lesson's passages with what the composers need to know of it. For jobs: who may have it was asked
 * when the job was made.
 * @throws {ProblemError} not_found when it was deleted; transcript_missing without passages.
 */
export async function getLessonText(
  dependencies: Pick<Dependencies, 'database'>,
  lessonId: number,
): Promise<{ lesson: LessonRow; text: LessonText; timeEvidence: TimeEvidence }> {
  const { database } = dependencies;
  const { source, ...lesson } = await getLessonWithText(dependencies, lessonId);
  const [passages, outcomes] = await Promise.all([
    listPassages(database, source.id),
    getCourseOutcomes(dependencies, lesson.course_id),
  ]);
  return {
    lesson,
    text: { title: lesson.title, spoken: source.spoken, passages, outcomes },
    timeEvidence: createTimeEvidence(dependencies, lesson.transcription_id),
  };
}

/** A lesson that has a text, without it. @throws {ProblemError} as {@link getLessonText}. */
export async function getLessonWithText({ database }: Pick<Dependencies, 'database'>, lessonId: number) {
  const lesson = await findLesson(database, lessonId);
  if (lesson === undefined) throw new ProblemError('lesson_deleted');
  const source =
    lesson.document_source_id === null
      ? undefined
      : await findDocumentSource(database, lesson.document_source_id);
  if (source === undefined) throw new ProblemError('lesson_without_text');
  return { ...lesson, source };
}

/** The sections of a lesson, without its text; none while it has none. */
export async function listLessonSections(
  { database }: Pick<Dependencies, 'database'>,
  { document_source_id: id }: Pick<LessonRow, 'document_source_id'>,
): Promise<LessonSection<SectionedPassage>[]> {
  return id === null ? [] : listSections(await listPassageOutlines(database, id));
}

/** The passages of a lesson that has a text with these ids, in their order. */
export async function citePassages(
  dependencies: Pick<Dependencies, 'database'>,
  {
    document_source_id: id,
    transcription_id: transcriptionId,
  }: Pick<LessonRow, 'document_source_id' | 'transcription_id'>,
  ids: readonly string[],
): Promise<Pick<LessonText, 'passages'> & { timeEvidence: TimeEvidence }> {
  return {
    passages: id === null ? [] : await listPassages(dependencies.database, id, ids),
    timeEvidence: createTimeEvidence(dependencies, transcriptionId),
  };
}

/**
 * The passages of the text that most of these passages are of, if it is another one than the lesson's: the text before the last
 * change. None where it is gone.
 */
export async function listPassagesBeside(
  { database }: Pick<Dependencies, 'database'>,
  ids: readonly string[],
  passages: readonly LessonPassage[],
): Promise<LessonPassage[]> {
  const own = new Set(passages.map(({ id }) => id));
  const source = await findSourceOfPassages(
    database,
    ids.filter((id) => /^\d{1,18}$/u.test(id) && !own.has(id)),
  );
  return source === undefined ? [] : listPassages(database, source);
}

/** More lessons, or more of one, would cost more time than their terms are worth. */
const MOST_SIBLINGS = 4;
const MOST_PASSAGES = 60;

/** The beginnings of the nearest lessons of the course that contain text. `documentsOnly` leaves out recordings. */
export async function listSiblingTexts(
  { database }: Pick<Dependencies, 'database'>,
  lesson: LessonRow,
  { documentsOnly = false }: { readonly documentsOnly?: boolean } = {},
): Promise<LessonText[]> {
  const lessons = await listLessonsOfCourse(database, lesson.course_id);
  const others = lessons
    .filter(
      ({ id, document_source_id: source }) =>
        id !== lesson.id && source !== null && source !== lesson.document_source_id,
    )
    .sort((one, other) => Math.abs(one.id - lesson.id) - Math.abs(other.id - lesson.id));
  const texts: LessonText[] = [];
  for (const { title, document_source_id: sourceId } of others) {
    if (texts.length === MOST_SIBLINGS) break;
    const source = await findDocumentSource(database, sourceId ?? '');
    if (source === undefined || (documentsOnly && source.spoken)) continue;
    const passages = await listPassages(database, source.id);
    texts.push({
      title,
      spoken: source.spoken,
      passages: passages.filter(isTeaching).slice(0, MOST_PASSAGES),
    });
  }
  return texts;
}

/** Narrows evidence from the seconds of its passage to those in which its words are spoken. */
export type TimeEvidence = (evidence: Evidence) => Promise<Evidence>;

/** For the video with this id; for a lesson without one, evidence stays as it is. */
export function createTimeEvidence(
  { database }: Pick<Dependencies, 'database'>,
  transcriptionId: string | null,
): TimeEvidence {
  const time = async (evidence: Evidence): Promise<Evidence> => {
    const { start_second: startSecond, end_second: endSecond, quote } = evidence;
    if (transcriptionId === null || startSecond === null || endSecond === null) return evidence;
    const cues = await findCues(database, transcriptionId, { startSecond, endSecond });
    const locate = createQuoteLocator(
      cues.map((cue) => ({ startSecond: cue.start_second, endSecond: cue.end_second, text: cue.text })),
    );
    const span = locate(quote, { startSecond, endSecond });
    return span === undefined
      ? evidence
      : { ...evidence, start_second: span.startSecond, end_second: span.endSecond };
  };
  return async ({ further, ...evidence }) =>
    further === undefined ? time(evidence) : { ...(await time(evidence)), further: await time(further) };
}
