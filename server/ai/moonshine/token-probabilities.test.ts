import { expect, test } from 'vitest';
import { pickToken, toLogProbabilities } from './token-probabilities.ts';

const logits = new Float32Array([-3, 1.5, 4, -40, 3.9]);
const total = Math.log(logits.reduce((sum, logit) => sum + Math.exp(logit), 0));

test('finds the most likely token and its probability', () => {
  const { token, logProbability } = pickToken(logits);
  expect(token).toBe(2);
  expect(logProbability).toBeCloseTo(4 - total, 5);
});

test('turns logits into probabilities that add up to one', () => {
  const probabilities = [...toLogProbabilities(logits)].map(Math.exp);
  expect(probabilities.reduce((sum, probability) => sum + probability, 0)).toBeCloseTo(1, 5);
});

test('finds the likeliest token when all logits are negative', () => {
  expect(pickToken(new Float32Array([-9, -2, -7])).token).toBe(1);
});
