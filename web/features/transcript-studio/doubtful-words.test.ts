import { expect, test } from 'vitest';
import { countDoubtful, findDoubtful } from './doubtful-words.ts';

const cues = [
  { start_second: 0, end_second: 1, text: 'sure unsure', word_confidences: [99, 20] },
  { start_second: 1, end_second: 2, text: 'imported line' },
  { start_second: 2, end_second: 3, text: 'one two three', word_confidences: [30, 99, 31] },
];
const places = (index: number, offset: number, step: 1 | -1) => {
  const found = findDoubtful(cues, { index, offset }, step);
  return found && [found.index, found.word.text];
};

test('goes forward word by word, and over lines without any', () => {
  expect(places(0, 0, 1)).toEqual([0, 'unsure']);
  expect(places(0, 11, 1)).toEqual([2, 'one']);
  expect(places(2, 3, 1)).toEqual([2, 'three']);
  expect(places(2, 13, 1)).toBeUndefined();
});

test('goes back', () => {
  expect(places(2, 8, -1)).toEqual([2, 'one']);
  expect(places(2, 0, -1)).toEqual([0, 'unsure']);
  expect(places(0, 5, -1)).toBeUndefined();
});

test('counts the words that are left to check', () => {
  expect(countDoubtful(cues)).toBe(3);
});
