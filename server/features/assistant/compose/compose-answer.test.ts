import { expect, test } from 'vitest';
import type { LessonText } from '../../../language/lesson-text.ts';
import { readLesson } from '../../../language/testing/read-lesson.ts';
import type { FoundPassage, FoundPassages } from '../../search/found-passage.ts';
import type { ComposedAnswer } from '../composed-answer.ts';
import { composeAnswer } from './compose-answer.ts';

function foundIn(lesson: LessonText): FoundPassages {
  const passages = lesson.passages.map((passage, index): FoundPassage => ({
    ...passage,
    passageId: passage.id,
    docsourceId: lesson.title,
    lessonId: 1,
    lessonTitle: lesson.title,
    courseId: 1,
    courseTitle: 'Course',
    videoId: null,
    score: 1 / (index + 1),
    wordRank: index + 1,
    meaningRank: null,
    similarity: null,
  }));
  return { passages, byMeaning: false };
}

const ask = (lesson: string, question: string, previousQuestion?: string): Promise<ComposedAnswer> =>
  composeAnswer({ question, previousQuestion, found: foundIn(readLesson(lesson)), embed: undefined });

const textsOf = (answer: ComposedAnswer): string[] =>
  answer.outcome === 'answered' ? answer.statements.map(({ text }) => text) : [];

test('asked what something is, the definition comes first, for a bare term too', async () => {
  for (const question of ['What is a price ceiling?', 'price ceiling', 'can you define price ceiling please'])
    expect(textsOf(await ask('economics', question))[0]).toBe(
      'A price ceiling is a legal maximum on the price of a good.',
    );
});

test('a sentence that begins with a pronoun brings the one that holds its noun', async () => {
  expect(textsOf(await ask('biology', 'Why do leaves look green?'))).toEqual([
    'Chlorophyll is a green pigment that absorbs light in the membranes of the thylakoids.',
    'It absorbs red and blue light most strongly and reflects green light, which is why leaves look green to our eyes.',
  ]);
});

test('what shares no words with the lessons is not answered; the nearest passages are named', async () => {
  expect(await ask('economics', 'What is the capital of France?')).toMatchObject({
    outcome: 'nothing_found',
  });
});
