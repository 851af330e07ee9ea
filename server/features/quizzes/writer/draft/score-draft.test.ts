import { expect, test } from 'vitest';
import { LEAST_SCORE, scoreDraft } from './score-draft.ts';

test('ranks a draft higher if the model prefers its key to the wrong answers', () => {
  const good = scoreDraft({ margin: 2, letter: -0.1 });
  const doubtful = scoreDraft({ margin: 1, letter: -0.6 });
  const bad = scoreDraft({ margin: -0.5, letter: -2 });
  expect(good).toBeGreaterThan(doubtful);
  expect(doubtful).toBeGreaterThan(bad);
  expect(good).toBeGreaterThan(LEAST_SCORE);
  expect(bad).toBeLessThan(LEAST_SCORE);
});

test('stays between 0 and 1 for any signals', () => {
  for (const margin of [-40, 0, 40])
    for (const letter of [-40, 0]) {
      const score = scoreDraft({ margin, letter });
      expect(score).toBeGreaterThanOrEqual(0);
      expect(score).toBeLessThanOrEqual(1);
    }
});

test('a key that the model considers impossible scores 0', () => {
  expect(scoreDraft({ margin: 1, letter: -Infinity })).toBe(0);
});
