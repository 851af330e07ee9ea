import { expect, test } from 'vitest';
import { fitLogisticRegression, logOddsOf } from './logistic-regression.ts';

/** A hundred points in a grid; those with a larger first signal are positive, the second says nothing. */
const examples = Array.from({ length: 100 }, (_, index) => {
  const [first, second] = [index % 10, Math.floor(index / 10)];
  return { signals: [first, second * 100], isPositive: first + (index % 3) > 5, weight: 1 };
});

test('finds the signal that tells, whatever the scale of the others', () => {
  const regression = fitLogisticRegression(examples);
  expect(regression.weights[0]).toBeGreaterThan(0.3);
  expect(Math.abs(regression.weights[1] ?? 1)).toBeLessThan(0.01);
  const right = examples.filter(
    ({ signals, isPositive }) => logOddsOf(regression, signals) > 0 === isPositive,
  );
  expect(right.length).toBeGreaterThanOrEqual(85);
});

test('what weighs nothing changes nothing', () => {
  const odd = { signals: [0, 0], isPositive: true, weight: 0 };
  const [one, other] = [fitLogisticRegression(examples), fitLogisticRegression([...examples, odd])];
  // Only the standardisation sees it.
  expect(logOddsOf(one, [5, 500])).toBeCloseTo(logOddsOf(other, [5, 500]), 1);
});
