import { expect, test } from 'vitest';
import { toTableLine } from './page-line.ts';

const word = (text: string, left: number) => ({
  ...{ text, left, right: left + 6, top: 0, bottom: 10, size: 10 },
  ...{ bold: false, monospaced: false, follows: false },
});

test('a root in the cell of a table has no space before its number', () => {
  const root = { ...word('√', 0), extent: { top: 0, bottom: 12 } };
  const { cells } = toTableLine([[word('n', 40)], [root, word('2', 6), word('or', 20)]], 0);
  expect(cells.map(({ text }) => text)).toEqual(['n', '√2 or']);
});
