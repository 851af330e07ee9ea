import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findWeaknesses, observedDifficulty, sizeOfSample } from './judge-question.ts';
import { analyzeOptions, groupByScore, type ChosenOption } from './option-shares.ts';
import { coefficientAlpha, discrimination, isDichotomous, summarizeScores } from './score-matrix.ts';

const binaryMatrix = fc
  .tuple(fc.integer({ min: 2, max: 8 }), fc.integer({ min: 2, max: 50 }))
  .chain(([questions, students]) =>
    fc.record({
      maximumPoints: fc.constant(new Array<number>(questions).fill(1)),
      students: fc.array(fc.array(fc.constantFrom(0, 1), { minLength: questions, maxLength: questions }), {
        minLength: students,
        maxLength: students,
      }),
    }),
  );

test('does not depend on the order of students', () => {
  fc.assert(
    fc.property(binaryMatrix, (matrix) => {
      const turned = { ...matrix, students: matrix.students.toReversed() };
      const [one, other] = [discrimination(matrix, 0), discrimination(turned, 0)];
      if (one === null || other === null) expect(one).toBe(other);
      else expect(one).toBeCloseTo(other, 10);
      expect(summarizeScores(turned)?.histogram).toEqual(summarizeScores(matrix)?.histogram);
    }),
  );
});

test('keeps correlations within −1 and 1, alpha at most 1, and every student in one bin', () => {
  fc.assert(
    fc.property(binaryMatrix, (matrix) => {
      expect(Math.abs(discrimination(matrix, 0) ?? 0)).toBeLessThanOrEqual(1 + 1e-12);
      expect(coefficientAlpha(matrix) ?? 0).toBeLessThanOrEqual(1 + 1e-12);
      const bins = summarizeScores(matrix)?.histogram ?? [];
      expect(bins.reduce((total, bin) => total + bin, 0)).toBe(matrix.students.length);
    }),
  );
});

test('groups have their size, and students who tie belong to them equally', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 5 }), { maxLength: 120 }), (scores) => {
      const { stronger, weaker, size, kind } = groupByScore(scores);
      expect(kind === 'halves').toBe(scores.length < 40);
      for (const group of [stronger, weaker]) {
        expect(group.reduce((total, weight) => total + weight, 0)).toBeCloseTo(size, 8);
        scores.forEach((score, one) => expect(group[scores.indexOf(score)]).toBe(group[one]));
      }
    }),
  );
});

test('puts 30 % into the bin that begins at 30 %', () => {
  const matrix = { maximumPoints: [1, 1, 1], students: [[0.1, 0.1, 0.7]] };
  expect(summarizeScores(matrix)?.histogram[3]).toBe(1);
  expect(isDichotomous(matrix)).toBe(false);
});

/** Students who score higher the later they come. */
const answersOf = (options: readonly (number | null)[]): ChosenOption[] =>
  options.map((option, index) => ({ option, score: index / options.length }));

const figuresOf = (options: readonly (number | null)[], key: number, discriminates: number | null = 0.3) => ({
  answers: options.length,
  facility: options.filter((option) => option === key).length / options.length,
  discrimination: discriminates,
  options: analyzeOptions(4, answersOf(options)),
  key,
});

test('names a distractor that stronger students prefer, and the key when weaker students prefer it', () => {
  const swapped = [0, 0, 0, 0, 0, 2, 1, 1, 1, 1, 1, 0];
  expect(findWeaknesses(figuresOf(swapped, 0, -0.6))).toEqual([
    { code: 'key_rejected', option: 0 },
    { code: 'distractor_preferred', option: 1 },
  ]);
  const sensible = [1, 1, 2, 3, 1, 0, 0, 0, 0, 0, 1, 0];
  expect(findWeaknesses(figuresOf(sensible, 0))).toEqual([]);
});

test('does not blame a question for what one student chose, nor judge from fewer than ten answers', () => {
  const one = [0, 0, 0, 2, 2, 2, 0, 0, 0, 0, 0, 1];
  expect(findWeaknesses(figuresOf(one, 0))).toEqual([]);
  expect(findWeaknesses(figuresOf([0, 0, 0, 1, 1, 1], 0, -0.9))).toEqual([]);
  expect([0, 9, 10, 29, 30].map(sizeOfSample)).toEqual([
    'too_few',
    'too_few',
    'small',
    'small',
    'sufficient',
  ]);
});

test('names what is too easy, too hard, or discriminates little', () => {
  const of = (facility: number, discriminates: number | null) =>
    findWeaknesses({ answers: 30, facility, discrimination: discriminates, options: null, key: null }).map(
      ({ code }) => code,
    );
  expect(of(1, null)).toEqual(['too_easy']);
  expect(of(0.1, 0.3)).toEqual(['too_hard']);
  expect(of(0.5, 0.05)).toEqual(['discriminates_little']);
  expect(of(0.5, -0.05)).toEqual(['discriminates_negatively']);
  expect([0.9, 0.6, 0.5].map(observedDifficulty)).toEqual(['easy', 'medium', 'hard']);
});
