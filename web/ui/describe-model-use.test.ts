import { expect, test } from 'vitest';
import { formatCost } from './describe-model-use.ts';

test.each([
  [0, '0.00'],
  [0.0042137, '0.0042'],
  [0.012, '0.01'],
  [3.4567, '3.46'],
  [12, '12.00'],
])('shows a cost of %d as money', (cost, shown) => {
  expect(formatCost(cost, 'en')).toBe(shown);
});
