import { expect, test } from 'vitest';
import { findCueIndex, findQuotedCues } from './find-cue.ts';

const cues = [
  { start_second: 1, end_second: 3, text: 'It was the best of times,' },
  { start_second: 3, end_second: 5, text: 'it was the worst of times.' },
  { start_second: 8, end_second: 9, text: 'It was the best of all.' },
];

test.each([
  [0, -1],
  [1, 0],
  [2.9, 0],
  [3, 1],
  [7, 1],
  [8, 2],
  [999, 2],
])('at second %s the cue is %s', (second, index) => {
  expect(findCueIndex(cues, second)).toBe(index);
});

test('words over two cues', () => {
  expect(findQuotedCues(cues, 'the best of times, it was the worst', undefined)).toEqual({
    first: 0,
    last: 1,
  });
});

test('the last cue, to its end', () => {
  expect(findQuotedCues(cues, 'best of all', 8)).toEqual({ first: 2, last: 2 });
});

test('finds nothing for words that are not in the transcript', () => {
  expect(findQuotedCues(cues, 'the season of light', 3)).toBeUndefined();
});
