import { expect, test } from 'vitest';
import type { ModelSpeed } from '#server/ai/text-generator.ts';
import { isFastEnough, recordFirstWords } from './first-words.ts';

const modelOf = (speed?: ModelSpeed) => ({ readSpeed: () => speed });
const PROMPT_CHARACTERS = 8_000;
const MINUTE = 60_000;

test.each([
  ['a fast model', { inputTokensPerSecond: 2_000, outputTokensPerSecond: 60 }, true],
  ['a model that reads slowly', { inputTokensPerSecond: 150, outputTokensPerSecond: 60 }, false],
  ['a model that writes slowly', { inputTokensPerSecond: 2_000, outputTokensPerSecond: 2 }, false],
])('follows the measured speed: %s', (_, speed, expected) => {
  expect(isFastEnough(modelOf(speed), PROMPT_CHARACTERS, 0)).toBe(expected);
});

test('tries a model of unknown speed, and after a miss not again for five minutes', () => {
  const model = modelOf();
  expect(isFastEnough(model, PROMPT_CHARACTERS, 0)).toBe(true);
  recordFirstWords(model, PROMPT_CHARACTERS, undefined, 0);
  expect(isFastEnough(model, PROMPT_CHARACTERS, MINUTE)).toBe(false);
  expect(isFastEnough(model, PROMPT_CHARACTERS, 5 * MINUTE)).toBe(true);
});

test('expects the next answer to begin as the latest did, later when the prompt is longer', () => {
  const model = modelOf();
  recordFirstWords(model, PROMPT_CHARACTERS, 2_000, 0);
  expect(isFastEnough(model, PROMPT_CHARACTERS / 4, MINUTE)).toBe(true);
  expect(isFastEnough(model, PROMPT_CHARACTERS, MINUTE)).toBe(true);
  expect(isFastEnough(model, 2 * PROMPT_CHARACTERS, MINUTE)).toBe(false);
  expect(isFastEnough(model, 2 * PROMPT_CHARACTERS, 5 * MINUTE)).toBe(true);
});

test('follows the measured speed after a miss', () => {
  const fast = modelOf({ inputTokensPerSecond: 2_000, outputTokensPerSecond: 60 });
  const slow = modelOf({ inputTokensPerSecond: 150, outputTokensPerSecond: 60 });
  for (const model of [fast, slow]) recordFirstWords(model, PROMPT_CHARACTERS, undefined, 0);
  expect(isFastEnough(fast, PROMPT_CHARACTERS, MINUTE)).toBe(true);
  expect(isFastEnough(slow, PROMPT_CHARACTERS, MINUTE)).toBe(false);
});
