import type { Database } from '#server/database/database.ts';
import { insertTerm } from '../glossary.store.ts';
import { insertReplacement } from '../replacement.store.ts';

/** A term of a course, and a replacement in the transcript of a lesson that found nothing. */
export async function insertTestGlossary(
  database: Database,
  { courseId, lessonId, term }: { courseId: number; lessonId: number; term: string },
): Promise<{ glossaryTerm: number; replacement: number }> {
  const row = await insertTerm(database, { course_id: courseId, term, misheard_as: [] });
  const found = { courseId, find: [`not ${term}`], replacement: term };
  const replacement = await insertReplacement(database, found, [
    { lesson_id: lessonId, video_id: 'vid_absent' },
  ]);
  return { glossaryTerm: row?.id ?? 0, replacement };
}
