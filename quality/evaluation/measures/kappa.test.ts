import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findKappa } from './kappa.ts';

const settings = { numRuns: 200, seed: 20_261_124 };
const grade = fc.integer({ min: 0, max: 2 });
const pairs = fc.array(fc.tuple(grade, grade), { minLength: 1, maxLength: 60 });
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

test('is between −1 and 1 and the same whichever reader comes first', () => {
  fc.assert(
    fc.property(pairs, (graded) => {
      const [one, other] = split(graded);
      const kappa = findKappa(one, other);
      expect(findKappa(other, one)).toEqual(kappa);
      if (kappa === undefined) return;
      expect(kappa).toBeGreaterThanOrEqual(-1 - 1e-9);
      expect(kappa).toBeLessThanOrEqual(1);
    }),
    settings,
  );
});

test('does not depend on the order of the items', () => {
  const shuffled = pairs.chain((graded) =>
    fc.tuple(
      fc.constant(graded),
      fc.shuffledSubarray(graded, { minLength: graded.length, maxLength: graded.length }),
    ),
  );
  fc.assert(
    fc.property(shuffled, ([graded, reordered]) => {
      expect(findKappa(...split(reordered))).toEqual(findKappa(...split(graded)));
    }),
    settings,
  );
});

test('is 1 when the readers agree on every item and use more than one grade', () => {
  fc.assert(
    fc.property(fc.array(grade, { minLength: 2, maxLength: 40 }), (grades) => {
      expect(findKappa(grades, grades)).toBe(new Set(grades).size > 1 ? 1 : undefined);
    }),
    settings,
  );
});

test('rejects readers who graded different numbers of items', () => {
  expect(() => findKappa([1, 0], [1])).toThrow('2 and 1');
});
