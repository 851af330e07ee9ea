import { expect, test } from 'vitest';
import { findKappa } from './kappa.ts';

const split = (of: readonly (readonly [number, number])[]): [number[], number[]] => [
  of.map(([one]) => one),
  of.map(([, other]) => other),
];

/** `count` pairs of the same two grades. */
const repeat = (count: number, one: number, other: number): [number, number][] =>
  Array.from({ length: count }, () => [one, other]);

test('matches a table worked by hand', () => {
  // 50 items, 20 kept by both, 15 by neither: raw 0.7, chance 0.5 × 0.6 + 0.5 × 0.4 = 0.5.
  const table = [...repeat(20, 1, 1), ...repeat(5, 1, 0), ...repeat(10, 0, 1), ...repeat(15, 0, 0)];
  expect(findKappa(...split(table))).toBeCloseTo(0.4, 12);
});

test('penalizes a difference of two grades more than one of one grade', () => {
  const near = findKappa([0, 1, 2, 2], [0, 1, 2, 1]) ?? 0;
  const far = findKappa([0, 1, 2, 2], [0, 1, 2, 0]) ?? 0;
  expect(near).toBeGreaterThan(far);
});

test('rejects readers who graded different numbers of items', () => {
  expect(() => findKappa([1, 0], [1])).toThrow('2 and 1');
});
