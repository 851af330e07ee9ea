import { expect, test } from 'vitest';
import { findNextPage, PAGE_ROWS } from './list-limits.ts';

const rows = (count: number) => Array.from({ length: count }, (_, index) => ({ id: 9_000 - index }));

test('the page after a full one begins below its last row', () => {
  expect(findNextPage(rows(PAGE_ROWS))).toBe(9_001 - PAGE_ROWS);
});

test.each([0, 1, PAGE_ROWS - 1])('a page of %i rows is the last one', (count) => {
  expect(findNextPage(rows(count))).toBeUndefined();
});
