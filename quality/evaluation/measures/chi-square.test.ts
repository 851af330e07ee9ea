import { expect, test } from 'vitest';
import { testUniform } from './chi-square.ts';

test.each([
  // Observed, expected, the statistic and p of printed tables.
  [[10, 10, 10, 10], [10, 10, 10, 10], 0, 1],
  [[0, 1], [0.5, 0.5], 1, 0.3173],
  [[44, 56], [50, 50], 1.44, 0.2301],
  [[20, 30, 25, 15, 10], [20, 20, 20, 20, 20], 12.5, 0.014],
  [[100, 0, 0, 0], [25, 25, 25, 25], 300, 0],
])('%j against %j', (observed, expected, chiSquare, p) => {
  const result = testUniform(observed, expected);
  expect(result.chiSquare).toBeCloseTo(chiSquare, 3);
  expect(result.p).toBeCloseTo(p, 3);
});
