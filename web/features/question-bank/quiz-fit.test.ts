import { expect, test } from 'vitest';
import { measureFit } from './quiz-fit.ts';
import { makeCandidate } from './testing/make-candidate.ts';

const candidates = [
  makeCandidate({ blooms_taxonomy: 'apply', difficulty: 'hard' }),
  makeCandidate({ blooms_taxonomy: 'remember', difficulty: 'easy' }),
  makeCandidate({ blooms_taxonomy: 'remember', difficulty: 'hard' }),
  makeCandidate({ type: 'essay', options: [] }),
];

test('counts the candidates that fit the choices, by level and difficulty', () => {
  expect(measureFit(candidates, { answerStyle: 'multiple_choice', levels: [], difficulty: 'mixed' })).toEqual(
    {
      count: 3,
      byLevel: [
        { level: 'remember', count: 2 },
        { level: 'apply', count: 1 },
      ],
      byDifficulty: [
        { difficulty: 'easy', count: 1 },
        { difficulty: 'hard', count: 2 },
      ],
    },
  );
});

test('a level and a difficulty leave out the others', () => {
  const fit = measureFit(candidates, {
    answerStyle: 'multiple_choice',
    levels: ['remember'],
    difficulty: 'hard',
  });
  expect(fit).toMatchObject({ count: 1, byLevel: [{ level: 'remember', count: 1 }] });
});
