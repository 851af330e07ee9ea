import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { analyzeOptions } from './option-shares.ts';
import {
  coefficientAlpha,
  discrimination,
  facilityIndex,
  scoreShare,
  summarizeScores,
  type ScoreMatrix,
} from './score-matrix.ts';

const figure = z.number().nullable();
const reference = z.tuple([figure, z.array(figure).length(5).nullable(), z.array(z.array(figure).length(4))]);

/** Mulberry32, as in testing/reference.py. */
function randomNumbers(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** The same class as `draw` of testing/reference.py. */
function draw(seed: number): ScoreMatrix {
  const following = randomNumbers(seed);
  const kind = seed % 10;
  const many = 2 + Math.floor(following() * 60);
  const studentCount = kind === 1 ? 0 : kind === 2 ? 1 : many;
  const questionCount = 1 + Math.floor(following() * 6);
  const repeat = <Value>(count: number, make: (index: number) => Value): Value[] =>
    Array.from({ length: count }, (_, index) => make(index));
  const maximumPoints = repeat(questionCount, () => (kind >= 8 ? 1 + Math.floor(following() * 4) : 1));
  const difficulty = repeat(questionCount, () => following());
  const students = repeat(studentCount, () => {
    const ability = following();
    return repeat(questionCount, (question) => {
      const [chance, skipped] = [following(), following()];
      const maximum = maximumPoints[question] ?? 0;
      const likelihood = (ability + 1 - (difficulty[question] ?? 0)) / 2;
      if (kind === 7 && skipped < 0.2) return null;
      if (kind === 3) return maximum;
      if (kind === 4) return 0;
      if (kind >= 8) return Math.min(maximum, Math.floor(chance * likelihood * 4 * (maximum + 1)) / 4);
      return chance < likelihood ? maximum : 0;
    });
  });
  return { maximumPoints, students };
}

/** Of the students without points on a question, what share of the stronger and of the weaker: option 1 stands for them. */
function sharesWithoutPoints(matrix: ScoreMatrix, question: number): (number | null)[] {
  const answers = matrix.students.flatMap((student) => {
    const points = student[question] ?? null;
    const score = scoreShare(matrix, student, question);
    return points === null || score === null ? [] : [{ option: points === 0 ? 1 : 0, score }];
  });
  const option = analyzeOptions(2, answers).options[1];
  return [option?.stronger ?? null, option?.weaker ?? null];
}

function describe(matrix: ScoreMatrix): z.infer<typeof reference> {
  const scores = summarizeScores(matrix);
  return [
    coefficientAlpha(matrix),
    scores && [scores.mean, scores.median, scores.standardDeviation, scores.lowest, scores.highest],
    matrix.maximumPoints.map((_, question) => [
      facilityIndex(matrix, question),
      discrimination(matrix, question),
      ...sharesWithoutPoints(matrix, question),
    ]),
  ];
}

const SIX_DIGITS = 5e-7;
type Figures = number | null | readonly Figures[];

function expectSame(actual: Figures, expected: Figures, where: string): void {
  if (typeof actual === 'number' && typeof expected === 'number') {
    const error = Math.abs(actual - expected) / Math.max(1, Math.abs(expected));
    expect(error, `${where}: ${actual}, the reference has ${expected}`).toBeLessThan(SIX_DIGITS);
  } else if (Array.isArray(actual) && Array.isArray(expected)) {
    expect(actual.length, where).toBe(expected.length);
    actual.forEach((value: Figures, index) =>
      expectSame(value, expected[index] as Figures, `${where}.${index}`),
    );
  } else expect(actual, where).toEqual(expected);
}

test('equals NumPy and SciPy to six digits on 1,000 random classes', async () => {
  const text = await readFile(join(import.meta.dirname, 'testing/reference.jsonl'), 'utf8');
  const classes = text
    .trimEnd()
    .split('\n')
    .map((line) => reference.parse(JSON.parse(line)));
  expect(classes).toHaveLength(1_000);
  classes.forEach((expected, seed) => expectSame(describe(draw(seed)), expected, `class ${seed}`));
  // The edge cases are among them, and most figures are numbers.
  expect(classes.filter(([, scores]) => scores === null).length).toBeGreaterThanOrEqual(100);
  expect(classes.filter(([, scores]) => scores?.[0] === 1).length).toBeGreaterThanOrEqual(100);
  expect(classes.filter(([, scores]) => scores?.[0] === 0).length).toBeGreaterThanOrEqual(100);
  expect(classes.filter(([alpha]) => alpha !== null).length).toBeGreaterThan(400);
});
