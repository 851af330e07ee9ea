import { describe, expect, test } from 'vitest';
import { BLOOM_LEVELS } from '../../contract/quizzes.ts';
import type { CheckedItem } from '../checks/checked-item.ts';
import { estimateDifficulty } from './estimate-difficulty.ts';

function choice(text: string, quote: string | null, key: string, ...wrong: string[]): CheckedItem {
  return {
    text,
    type: 'multiple_choice',
    quote,
    options: [
      { text: key, is_correct: true },
      ...wrong.map((option) => ({ text: option, is_correct: false })),
    ],
  };
}

const far = choice(
  'Why does ice float?',
  null,
  'Its molecules stand apart',
  'Salt melts snow',
  'Wind carries sand',
  'Rain fills lakes',
);
const near = choice(
  'Why does ice float?',
  null,
  'Its molecules stand further apart',
  'Its molecules stand closer together',
  'Its molecules stand in rows',
  'Wind carries it',
);

describe('estimateDifficulty', () => {
  test('says what makes an item so hard', () => {
    expect(estimateDifficulty(near, 'understand')).toEqual({
      difficulty: 'medium',
      reason: 'Medium: it asks why, and two wrong options share words with the key.',
    });
    expect(estimateDifficulty(far, 'understand')).toEqual({
      difficulty: 'easy',
      reason: 'Easy: it asks why, and the wrong options share no words with the key.',
    });
  });

  test('numbers close to the right one are harder than far ones', () => {
    const close = choice('In which year did the war end?', null, '1918', '1916', '1917', '1919');
    const distant = choice('In which year did the war end?', null, '1918', '1066', '1492', '1789');
    expect(estimateDifficulty(close, 'remember')).toEqual({
      difficulty: 'medium',
      reason: 'Medium: it asks for a fact to remember, and three wrong numbers are close to the right one.',
    });
    expect(estimateDifficulty(distant, 'remember').reason).toBe(
      'Easy: it asks for a fact to remember, and the wrong numbers are far from the right one.',
    );
  });

  test('a key in the words of the lesson is easier than one in others', () => {
    const quote = 'Ice floats because the bonds between its molecules hold them further apart.';
    const told = choice(
      'Why does ice float?',
      quote,
      'The bonds between its molecules hold them further apart',
      'A',
      'B',
      'C',
    );
    const reworded = choice(
      'Why does ice float?',
      quote,
      'Freezing water spreads into a looser lattice',
      'A',
      'B',
      'C',
    );
    expect(estimateDifficulty(reworded, 'understand').reason).toMatch(/other words than the lesson/u);
    expect(
      ['easy', 'medium', 'hard'].indexOf(estimateDifficulty(reworded, 'apply').difficulty),
    ).toBeGreaterThanOrEqual(
      ['easy', 'medium', 'hard'].indexOf(estimateDifficulty(told, 'apply').difficulty),
    );
  });

  test('rises with the level, for the same item', () => {
    const order = ['easy', 'medium', 'hard'];
    for (const item of [near, far, { ...far, type: 'essay' as const, options: [] }]) {
      const estimates = BLOOM_LEVELS.map((level) =>
        order.indexOf(estimateDifficulty(item, level).difficulty),
      );
      expect(estimates).toEqual(estimates.toSorted());
      expect(estimates[0]).toBe(0);
      expect(estimates.at(-1)).toBe(2);
    }
  });

  test('an essay is explained by its task', () => {
    const essay: CheckedItem = {
      text: 'Assess the importance of railways.',
      type: 'essay',
      options: [],
      quote: null,
    };
    expect(estimateDifficulty(essay, 'evaluate')).toEqual({
      difficulty: 'hard',
      reason: 'Hard: it asks for a judgement and its reasons.',
    });
  });

  test('a long stem counts', () => {
    const long = choice(
      `A nurse ${'checks the label and '.repeat(12)}signs. What comes next?`,
      null,
      'Rest',
      'Walk',
      'Wait',
      'Call',
    );
    expect(estimateDifficulty(long, 'apply').reason).toMatch(/stem of \d+ words/u);
  });

  test.each([0, 1, 2, 3, 5, 7])('has a sentence for %i options', (count) => {
    const item: CheckedItem = {
      text: 'What is it?',
      type: 'multiple_choice',
      quote: '',
      options: Array.from({ length: count }, (_, index) => ({
        text: `Option ${index}`,
        is_correct: index === 0,
      })),
    };
    for (const level of BLOOM_LEVELS)
      expect(estimateDifficulty(item, level).reason).toMatch(/^(?:Easy|Medium|Hard): it asks .+\.$/u);
  });
});
