import { expect, test } from 'vitest';
import { correctStem, countSlips, maySlip, surePrefix } from './question-words.ts';

test.each([
  ['', '', 0],
  ['leaf', 'leaf', 0],
  ['leaf', 'leafs', 1],
  ['elastis', 'elastic', 1],
  ['recieve', 'receive', 1],
  ['abc', '', 3],
  ['kitten', 'sitting', 3],
  ['ab', 'ba', 1],
])('%s and %s are %i apart', (one, other, slips) => {
  expect(countSlips(one, other)).toBe(slips);
  expect(countSlips(other, one)).toBe(slips);
});

test('the nearest known word was meant, of those as near the more common one, and none that is far', () => {
  const known = [
    { stem: 'photon', passages: 9 },
    { stem: 'photosynthesi', passages: 3 },
    { stem: 'photograph', passages: 5 },
  ];
  expect(correctStem('photosynthsi', known)).toBe('photosynthesi');
  expect(correctStem('photosintesi', known)).toBe('photosynthesi');
  expect(correctStem('photosphere', known)).toBeUndefined();
  const alike = [
    { stem: 'tides', passages: 1 },
    { stem: 'tidea', passages: 4 },
  ];
  expect(correctStem('tidex', alike)).toBe('tidea');
  expect(correctStem('tidxx', alike)).toBeUndefined();
});

test('short words, numbers and names with digits stand as they are', () => {
  for (const stem of ['leaf', '19451', 'covid19', '']) expect(maySlip(stem)).toBe(false);
  expect(maySlip('elastis')).toBe(true);
  expect([surePrefix('elastis'), surePrefix('photosynthsi')]).toEqual(['ela', 'phot']);
});
