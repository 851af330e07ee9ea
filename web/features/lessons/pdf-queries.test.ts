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

test('points of a slide and lines of code are sought one by one, whatever their bullets', () => {
  expect(listQueries('Nodes with a value\n  • Any object\n• Pointer to the next node')).toEqual([
    ['Nodes with a value', 'Pointer to the next node'],
    'Nodes with a value',
    'Nodes with a',
  ]);
  expect(listQueries('• A list keeps its order')).toEqual(['A list keeps its order', 'A list keeps']);
  expect(listQueries('add(e)\nclear()')).toEqual(['add(e)']);
});
