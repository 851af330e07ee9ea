import { expect, test } from 'vitest';
import { meaningWords, shareWithin } from '../measures/content-words.ts';
import { listLessonNames, readEvaluationLesson } from '../read-lessons.ts';
import { QUESTION_SETS, readQuestions } from './read-questions.ts';

/** A passage contains a quote if it has at least this share of its words. */
const HELD_SHARE = 0.8;

test('Lectern’s passages contain every quote; at most one in fifty is split by a page break', async () => {
  const sets = await Promise.all(QUESTION_SETS.map(readQuestions));
  const answerable = sets.flatMap((set) => set.answerable);
  const broken: string[] = [];
  const lost: string[] = [];
  for (const name of await listLessonNames()) {
    const { text } = await readEvaluationLesson(name);
    const passages = text.passages.map((passage) => passage.text.replace(/\s+/gu, ' '));
    const words = passages.map(meaningWords);
    for (const quote of answerable.filter(({ lesson }) => lesson === name).flatMap(({ quotes }) => quotes)) {
      if (passages.some((passage) => passage.includes(quote))) continue;
      broken.push(`${name}: ${quote}`);
      // A running head that was not removed may split a sentence; one of the passages must still contain most of it.
      if (!words.some((of) => shareWithin(meaningWords(quote), of) >= HELD_SHARE))
        lost.push(`${name}: ${quote}`);
    }
  }
  expect(lost).toEqual([]);
  expect(broken.length, broken.join('\n')).toBeLessThanOrEqual(answerable.length / 50);
});
