import type { LessonText } from '../../../contract/lessons.ts';
import type { Actor, Dependencies } from '../../ports.ts';
import { getOwnLesson } from './get-own-lesson.ts';
import { findDocumentSource, listPassages } from './passage.store.ts';

/**
 * The text of a lesson and where its passages stand in it, for reading; empty while nothing has been read.
 * @throws {ProblemError} not_found, also for a lesson of somebody else's course.
 */
export async function readLessonText(
  dependencies: Pick<Dependencies, 'database'>,
  actor: Actor,
  lessonId: number,
): Promise<LessonText> {
  const lesson = await getOwnLesson(dependencies, actor, lessonId);
  const source =
    lesson.docsource_id === null
      ? undefined
      : await findDocumentSource(dependencies.database, lesson.docsource_id);
  if (source === undefined) return { plain_text: '', passages: [] };
  const passages = await listPassages(dependencies.database, source.id);
  return {
    plain_text: source.plain_text,
    passages: passages.map((passage) => ({
      id: passage.id,
      heading: passage.heading,
      kind: passage.kind,
      page: passage.page,
      page_end: passage.pageEnd,
      start_second: passage.startSecond,
      end_second: passage.endSecond,
      start_offset: passage.startOffset,
      end_offset: passage.endOffset,
    })),
  };
}
