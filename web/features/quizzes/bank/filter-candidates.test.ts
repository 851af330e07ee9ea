import { expect, test } from 'vitest';
import { filterCandidates, listChoices, readFilter, writeFilter } from './filter-candidates.ts';
import { makeCandidate } from './testing/make-candidate.ts';

const candidates = [
  makeCandidate({ id: 1, blooms_taxonomy: 'apply', difficulty: 'hard', section: 10 }),
  makeCandidate({ id: 2, blooms_taxonomy: 'remember', section: 2, outcome: { short_name: 'LO1' } }),
  makeCandidate({ id: 3, blooms_taxonomy: 'remember', difficulty: 'hard', section: 2 }),
];
const idsOf = (filter: Parameters<typeof filterCandidates>[1]): number[] =>
  filterCandidates(candidates, filter).map(({ id }) => id);

test('a candidate must match every filter, and the order stays', () => {
  expect(idsOf({})).toEqual([1, 2, 3]);
  expect(idsOf({ difficulty: 'hard' })).toEqual([1, 3]);
  expect(idsOf({ difficulty: 'hard', level: 'remember' })).toEqual([3]);
  expect(idsOf({ section: '2', outcome: 'LO1' })).toEqual([2]);
  expect(idsOf({ style: 'essay' })).toEqual([]);
});

test('lists only values that occur, in their own order, with what the other filters leave', () => {
  expect(listChoices(candidates, { difficulty: 'hard' }, 'level')).toEqual([
    { value: 'remember', count: 1 },
    { value: 'apply', count: 1 },
  ]);
  expect(listChoices(candidates, {}, 'section')).toEqual([
    { value: '2', count: 2 },
    { value: '10', count: 1 },
  ]);
  expect(listChoices(candidates, {}, 'outcome')).toEqual([{ value: 'LO1', count: 1 }]);
});

test('a filter ignores itself when its choices are counted', () => {
  expect(listChoices(candidates, { level: 'apply' }, 'level')).toEqual([
    { value: 'remember', count: 2 },
    { value: 'apply', count: 1 },
  ]);
});

test('keeps a chosen value that no longer occurs, so that it can be cleared', () => {
  expect(listChoices(candidates, { outcome: 'LO9' }, 'outcome')).toContainEqual({ value: 'LO9', count: 0 });
});

test('reads from the address what was written to it, and leaves other parameters alone', () => {
  const written = writeFilter(new URLSearchParams('tab=x&level=apply'), {
    difficulty: 'hard',
    outcome: 'L&1',
  });
  expect(written.get('tab')).toBe('x');
  expect(readFilter(written)).toEqual({ difficulty: 'hard', outcome: 'L&1' });
  expect(readFilter(new URLSearchParams('level='))).toEqual({});
});
