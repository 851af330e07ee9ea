import { expect, test } from 'vitest';
import { countCost } from './token-cost.ts';

test.each([
  { inputTokens: 0, outputTokens: 0, cost: 0 },
  { inputTokens: 1_000_000, outputTokens: 0, cost: 0.15 },
  { inputTokens: 0, outputTokens: 1_000_000, cost: 0.6 },
  { inputTokens: 12_345, outputTokens: 2_000, cost: 0.003052 },
])('$inputTokens tokens read and $outputTokens written cost $cost', ({ cost, ...tokens }) => {
  expect(countCost(tokens, { input: 0.15, output: 0.6 })).toBe(cost);
});

test('without prices there is no cost, rather than one of nothing', () => {
  expect(countCost({ inputTokens: 5, outputTokens: 5 }, undefined)).toBeNull();
  expect(countCost({ inputTokens: 5, outputTokens: 5 }, { input: 0, output: 0 })).toBe(0);
});
