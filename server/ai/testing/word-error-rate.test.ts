import { expect, test } from 'vitest';
import { normalizeWords, spellNumber, wordErrorRate } from './word-error-rate.ts';

test.each([
  ['the same words', 'It was 21, wasn’t it?', "it was twenty-one wasn't it", 0],
  ['one of four is wrong', 'a b c d', 'a x c d', 0.25],
  ['one of four is missing', 'a b c d', 'a b d', 0.25],
  ['one is added', 'a b c d', 'a b b c d', 0.25],
  ['a percent sign', 'by 5 percent', 'by 5%', 0],
  ['nothing is heard', 'a b', '', 1],
])('%s', (_, reference, heard, rate) => {
  expect(wordErrorRate(reference, heard)).toBe(rate);
});

test('numbers are spelled', () => {
  expect(spellNumber(1859)).toBe('one thousand eight hundred fifty nine');
  expect(normalizeWords('100,000')).toEqual(['one', 'hundred', 'zero']);
});
