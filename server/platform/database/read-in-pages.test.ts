import { expect, test } from 'vitest';
import { readInPages } from './read-in-pages.ts';

test.each([0, 1, 2, 3, 4, 5])('%d rows are read once each, in pages of two', async (count) => {
  const rows = Array.from({ length: count }, (_, index) => index);
  const listAfter = (after: number | undefined): Promise<number[]> =>
    Promise.resolve(rows.filter((row) => row > (after ?? -1)).slice(0, 2));
  const read: number[] = [];
  for await (const row of readInPages(2, listAfter)) read.push(row);
  expect(read).toEqual(rows);
});
