import type { Dependencies } from '#server/dependencies.ts';
import { findLesson } from './lesson.store.ts';
import { listSiblingTexts } from './lesson-text.ts';

const MOST_WORDS = 2_000;

/**
 * The words of a course's documents near a lesson, and of its title, the most frequent first: what is probably said in
 * the lesson's recording. Short words are left out.
 * @returns none for a lesson that was deleted
 */
export async function listCourseWords(
  dependencies: Pick<Dependencies, 'database'>,
  lessonId: number,
): Promise<string[]> {
  const lesson = await findLesson(dependencies.database, lessonId);
  if (lesson === undefined) return [];
  const documents = await listSiblingTexts(dependencies, lesson, { documentsOnly: true });
  const texts = documents.flatMap(({ title, passages }) => [
    title,
    ...passages.flatMap(({ kind, titlePath, text }) => [...titlePath, kind === 'code' ? '' : text]),
  ]);
  const counts = new Map<string, number>();
  for (const [word] of [lesson.title, ...texts].join('\n').matchAll(/\p{L}{5,}/gu)) {
    const lower = word.toLowerCase();
    counts.set(lower, (counts.get(lower) ?? 0) + 1);
  }
  return [...counts]
    .toSorted(([, one], [, other]) => other - one)
    .slice(0, MOST_WORDS)
    .map(([word]) => word);
}
