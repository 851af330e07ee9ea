import { expect, test } from 'vitest';
import { listQueries } from './pdf-queries.ts';

test('all of it, then shorter beginnings', () => {
  expect(listQueries('one two three four  five six seven eight')).toEqual([
    'one two three four five six seven eight',
    'one two three four',
    'one two three',
  ]);
});

test('few words are sought as they are, none not at all', () => {
  expect(listQueries('one two')).toEqual(['one two']);
  expect(listQueries('  ')).toEqual([]);
});

test('a bullet is not sought: on the page it may be a picture', () => {
  expect(listQueries('• one two')).toEqual(['one two']);
});
