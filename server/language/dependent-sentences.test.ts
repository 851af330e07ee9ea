import { expect, test } from 'vitest';
import { analyzeLesson } from './analysis.ts';
import { slidesOf } from './testing/slides-of.ts';

test.each([
  'So does an entry with the same wrong amount on both sides of the ledger.',
  'Three such duplicates are taken as proof of the loss of a segment.',
  'Whether any is left over depends on the ratio of carbon to nitrogen.',
])('does not stand alone: %s', (text) => {
  const { sentences } = analyzeLesson(slidesOf([{ path: ['Subject'], text }]));
  expect(sentences.map(({ standsAlone }) => standsAlone)).toEqual([false]);
});
