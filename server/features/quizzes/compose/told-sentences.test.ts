import { expect, test } from 'vitest';
import { analyzeLesson } from '../../../language/analysis.ts';
import { lessonOf } from '../../../language/testing/read-lesson.ts';
import type { Candidate, Distractor } from './candidate.ts';
import { createTold } from './told-sentences.ts';

const { sentences } = analyzeLesson(
  lessonOf('# Eyes\nThe cornea bends light. The lens grows thicker with age. The retina needs much oxygen.'),
);
const [first, second, third] = sentences;
if (!first || !second || !third) throw new Error('The lesson has three sentences.');

const candidateOn = (sentence: typeof first, form = 'agreement'): Candidate => ({
  form,
  level: 'understand',
  stem: 'Which statement agrees?',
  key: sentence.text,
  sentence,
  pool: () => [],
  explanation: '',
  formWorth: 0.5,
  floor: 0,
});
const turned = (sentence: typeof first): Distractor => ({
  text: `Turned: ${sentence.text}`,
  from: sentence,
  fit: 0,
});
const optionsOf = (...items: Distractor[]) => items.map(({ text }) => ({ text, is_correct: false }));

test('what was right in one question is not turned round in another, nor the other way about', () => {
  const told = createTold();
  const pool = [turned(first), turned(second), turned(third)];
  expect(told.allowed(candidateOn(first), pool)).toEqual(pool);
  told.note(candidateOn(first), pool, optionsOf(turned(first), turned(second)));
  // The second stood turned round; the third was in the pool only.
  expect(told.allowed(candidateOn(second), pool)).toEqual([]);
  expect(told.allowed(candidateOn(third), pool)).toEqual([turned(second), turned(third)]);
});

test('other forms are left alone', () => {
  const told = createTold();
  const pool = [turned(first), turned(second)];
  told.note(candidateOn(first), pool, optionsOf(turned(second)));
  expect(told.allowed(candidateOn(second, 'cause'), pool)).toEqual(pool);
});
