import { isTeaching } from '../../documents/passage.ts';
import type { LessonText } from '../../language/lesson-text.ts';
import type { Dependencies } from '../../ports.ts';
import { listLessonsOfCourse, type LessonRow } from './lesson.store.ts';
import { findDocumentSource, listPassages } from './passage.store.ts';

/** More lessons, or more of one, would cost more time than their terms are worth. */
const MOST_SIBLINGS = 4;
const MOST_PASSAGES = 60;

/** What the lessons beside this one in its course say: the nearest few that hold text, and the beginning of each. */
export async function listSiblingTexts(
  { database }: Pick<Dependencies, 'database'>,
  lesson: LessonRow,
): Promise<LessonText[]> {
  const lessons = await listLessonsOfCourse(database, lesson.course_id);
  const nearest = lessons
    .filter(
      ({ id, docsource_id: source }) => id !== lesson.id && source !== null && source !== lesson.docsource_id,
    )
    .sort((one, other) => Math.abs(one.id - lesson.id) - Math.abs(other.id - lesson.id))
    .slice(0, MOST_SIBLINGS);
  const texts: LessonText[] = [];
  for (const { title, docsource_id: sourceId } of nearest) {
    const source = await findDocumentSource(database, sourceId ?? '');
    if (source === undefined) continue;
    const passages = await listPassages(database, source.id);
    texts.push({
      title,
      spoken: source.spoken,
      passages: passages.filter(isTeaching).slice(0, MOST_PASSAGES),
    });
  }
  return texts;
}
