import { describe, expect, test } from 'vitest';
import type { PageLine } from '../page-line.ts';
import { continuesSentence, noteMark } from './line-shape.ts';

test.each(['3SAT is hard', '3D printing', '2D arrays', '5G networks', '2nd order', '4x faster'])(
  'takes no word that begins with a number for a note: %s',
  (text) => {
    expect(text).not.toMatch(noteMark);
  },
);

test.each(['3 The river', '3. The river', '3The river', '3A river', '³the river', '* the river'])(
  'finds the mark of a note: %s',
  (text) => {
    expect(text).toMatch(noteMark);
  },
);

describe('continuesSentence', () => {
  const body = { size: 10, bold: false, monospaced: false, left: 50, lineGap: 2, largerSizes: [] };
  const lineAt = (row: number, text: string, left: number, textLeft: number, right = 400): PageLine => ({
    ...{ text, left, textLeft, right, size: 10, top: 12 * row, bottom: 12 * row + 10 },
    ...{ bold: false, monospaced: false, cells: [], isTableRow: false, column: 0 },
  });

  test.each(['‒', '–', '—', '―'])('reads on at a dash within a sentence: %s', (dash) => {
    const lines = [
      lineAt(0, 'A stork that crosses the', 50, 50),
      lineAt(1, `${dash} often dry ${dash} river`, 50, 60),
    ];
    expect(continuesSentence(lines, 1, body)).toBe(true);
  });

  test.each<[string, ...[string, number][]]>([
    ['whose numbers are aligned on the right', ['9. Count the storks', 55], ['10. Weigh the grass', 50]],
    ['that skips numbers', ['5. Count the storks', 50], ['7. Weigh the grass', 50]],
  ])('finds the items of a list %s', (_, ...items) => {
    const lines = [
      lineAt(0, 'All farmers of the parish follow in', 50, 50),
      ...items.map(([text, left], row) => lineAt(row + 1, text, left, 66)),
    ];
    expect([1, 2].map((index) => continuesSentence(lines, index, body))).toEqual([false, false]);
  });

  test('takes no lower number, or number with another mark, for the next of a list', () => {
    const lines = [
      lineAt(0, 'and drew it on the map of zone', 50, 50),
      lineAt(1, '7. The ground rose in line', 50, 66),
      lineAt(2, '4) of the table and in zone', 50, 66),
      lineAt(3, '5. It fell by two hands.', 50, 66),
    ];
    expect([1, 2, 3].map((index) => continuesSentence(lines, index, body))).toEqual([true, true, true]);
  });
});
