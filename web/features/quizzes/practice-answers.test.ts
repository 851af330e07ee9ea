import { expect, test } from 'vitest';
import { isRightAnswer } from './practice-answers.ts';

const options = [false, true].map((isCorrect, index) => ({
  id: index + 1,
  text: `Option ${index}`,
  is_correct: isCorrect,
}));

test.each([
  ['the right option', 1, true],
  ['a wrong option', 0, false],
  ['no option yet', undefined, false],
  ['an option that is gone', 2, false],
])('judges %s', (_, option, isRight) => {
  expect(isRightAnswer({ options }, option)).toBe(isRight);
});

test('a question that is gone has no right answer', () => {
  expect(isRightAnswer(undefined, 0)).toBe(false);
});
