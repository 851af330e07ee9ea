import { expect, test } from 'vitest';
import { countWords, joinLines } from './hyphenation.ts';

test.each([
  ['See https://a.org/hills/', 'rain-2008, page 3', 'See https://a.org/hills/rain-2008, page 3'],
  ['See https://a.org/the-', 'hills/rain for it', 'See https://a.org/the-hills/rain for it'],
  ['See https://a.org/hills/', 'where it rained', 'See https://a.org/hills/ where it rained'],
  ['[7] https://a.org/hills/', '[8] Lovelace, A.', '[7] https://a.org/hills/ [8] Lovelace, A.'],
])('joins an address that is broken over lines, and no other text: %s|%s', (first, second, joined) => {
  expect(joinLines(first, second, new Map())).toBe(joined);
});

test('joins a name that is broken behind its underscore', () => {
  expect(joinLines('It calls join_-', 'update again', new Map())).toBe('It calls join_update again');
});

test.each([
  ['a name whose rest is capitalized', 'MAT-', 'LAB', 'MATLAB'],
  ['a name that only occurs broken', 'Sci-', 'Hadoop', 'Sci-Hadoop'],
  ['a word of two words', 'some-', 'times', 'sometimes'],
  ['a compound of two words', 'round-', 'robin', 'round-robin'],
  ['a compound that the document writes as one word', 'memory-', 'tracing', 'memorytracing'],
  ['a new word with a prefix', 'hyper-', 'parameters', 'hyperparameters'],
  ['a word that ends as a plural does', 'water-', 'cress', 'watercress'],
  ['the plural of a word of two words', 'frame-', 'works', 'frameworks'],
  ['a number and a word', 'four-', 'step', 'four-step'],
  ['a prefix that keeps its hyphen', 'non-', 'optimal', 'non-optimal'],
  ['parts that are too short to be sure', 'sub-', 'range', 'subrange'],
])('joins %s', (_, first, second, joined) => {
  const counts = countWords([
    'Some say that MATLAB',
    'times some of the times',
    'and that memorytracing is used',
  ]);
  expect(joinLines(first, second, counts)).toBe(joined);
});

test('joins a word of a document in another language, whose parts may be English words', () => {
  expect(joinLines('ein Computer-', 'system', countWords(['Das ist ein System']))).toBe('ein Computersystem');
});
