import { describe, expect, test } from 'vitest';
import { wordDifficultyReason } from '#contract/messages/difficulty-reasons.ts';
import { BLOOM_LEVELS, type BloomLevel, type Difficulty } from '#contract/quizzes.ts';
import type { CheckedQuestion } from '../checks/checked-question.ts';
import { estimateDifficulty as estimate } from './estimate-difficulty.ts';

/** With the reason in words. */
function estimateDifficulty(
  question: CheckedQuestion,
  level: BloomLevel,
): { difficulty: Difficulty; reason: string } {
  const { difficulty, reason } = estimate(question, level);
  return { difficulty, reason: wordDifficultyReason(reason) };
}

function choice(text: string, quote: string | null, key: string, ...wrong: string[]): CheckedQuestion {
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
  test('explains the difficulty by the feature that matters most', () => {
    expect(estimateDifficulty(near, 'understand')).toEqual({
      difficulty: 'medium',
      reason: 'It asks “why”, and 2 wrong answers share words with the right one.',
    });
    expect(estimateDifficulty(far, 'understand')).toEqual({
      difficulty: 'easy',
      reason: 'It asks “why”, and the wrong answers share no words with the right one.',
    });
  });

  test('numbers close to the right one are harder than far ones', () => {
    const close = choice('In which year did the war end?', null, '1918', '1916', '1917', '1919');
    const distant = choice('In which year did the war end?', null, '1918', '1066', '1492', '1789');
    expect(estimateDifficulty(close, 'remember')).toEqual({
      difficulty: 'medium',
      reason: 'It asks for a fact to remember, and 3 wrong numbers are close to the right one.',
    });
    expect(estimateDifficulty(distant, 'remember').reason).toBe(
      'It asks for a fact to remember, and the wrong numbers are far from the right one.',
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
    expect(estimateDifficulty(reworded, 'understand').reason).toMatch(/in other words/u);
    expect(
      ['easy', 'medium', 'hard'].indexOf(estimateDifficulty(reworded, 'apply').difficulty),
    ).toBeGreaterThanOrEqual(
      ['easy', 'medium', 'hard'].indexOf(estimateDifficulty(told, 'apply').difficulty),
    );
  });

  test('rises with the level, for the same question', () => {
    const order = ['easy', 'medium', 'hard'];
    for (const question of [near, far, { ...far, type: 'essay' as const, options: [] }]) {
      const estimates = BLOOM_LEVELS.map((level) =>
        order.indexOf(estimateDifficulty(question, level).difficulty),
      );
      expect(estimates).toEqual(estimates.toSorted());
      expect(estimates[0]).toBe(0);
      expect(estimates.at(-1)).toBe(2);
    }
  });

  test('an essay is explained by its task', () => {
    const essay: CheckedQuestion = {
      text: 'Assess the importance of railways.',
      type: 'essay',
      options: [],
      quote: null,
    };
    expect(estimateDifficulty(essay, 'evaluate')).toEqual({
      difficulty: 'hard',
      reason: 'It asks for a judgement and its reasons.',
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
    expect(estimateDifficulty(long, 'apply').reason).toMatch(/question of \d+ words/u);
  });

  test.each([0, 1, 2, 3, 5, 7])('has a sentence for %i options', (count) => {
    const question: CheckedQuestion = {
      text: 'What is it?',
      type: 'multiple_choice',
      quote: '',
      options: Array.from({ length: count }, (_, index) => ({
        text: `Option ${index}`,
        is_correct: index === 0,
      })),
    };
    for (const level of BLOOM_LEVELS)
      expect(estimateDifficulty(question, level).reason).toMatch(/^It asks .+\.$/u);
  });
});
