import { expect, test } from 'vitest';
import type { FoundPassage } from '../search/found-passage.ts';
import { AnswerSheet } from './answer-sheet.ts';
import type { ComposedStatement, Source } from './composed-answer.ts';

const sourceOf = (passageId: string, quote: string): Source => ({
  passage: { passageId, lessonId: 1, lessonTitle: 'Plants', courseId: 2 } as FoundPassage,
  quote,
});
const cite = (sources: readonly Source[]) =>
  Promise.resolve(
    sources.map(({ passage, quote }) => ({
      lesson_id: passage.lessonId,
      lesson_title: passage.lessonTitle,
      course_id: passage.courseId,
      evidence: {
        quote,
        page: null,
        start_second: null,
        end_second: null,
        passage_id: passage.passageId,
      },
    })),
  );
const statement = (text: string, paragraph: number, ...sources: Source[]): ComposedStatement => ({
  text,
  kind: sources.length === 0 ? 'link' : 'quoted',
  paragraph,
  sources,
});

test('is its statements with a blank line between paragraphs, and cites nothing twice', async () => {
  const sheet = new AnswerSheet(cite);
  expect(sheet.nextParagraph).toBe(0);
  const one = sourceOf('1', 'Leaves are green.');
  const other = sourceOf('2', 'Roots drink water.');
  await sheet.add(statement('In short:', 0));
  await sheet.add(statement('Leaves are green.', 0, one));
  const event = await sheet.add(statement('Roots drink water.', 1, other, one));
  expect(event).toEqual({
    name: 'statement',
    data: {
      statement: { text: 'Roots drink water.', kind: 'quoted', paragraph: 1 },
      citations: await cite([other, one]),
    },
  });
  expect(sheet.text).toBe('In short: Leaves are green.\n\nRoots drink water.');
  expect(sheet.nextParagraph).toBe(2);
  expect(sheet.citations.map(({ evidence }) => evidence.passage_id)).toEqual(['1', '2']);
  expect(sheet.statements.map(({ citations }) => citations)).toEqual([[], [0], [1, 0]]);
});

test('other words of the same passage are another citation', async () => {
  const sheet = new AnswerSheet(cite);
  await sheet.add(statement('A.', 0, sourceOf('1', 'A.'), sourceOf('1', 'B.')));
  expect(sheet.citations).toHaveLength(2);
});
