import { expect, test } from 'vitest';
import { findFigureLabels } from './page-figures.ts';
import type { Segment } from './page-segment.ts';

/** A text of 10 points, whose letters are 5 points wide. */
const at = (text: string, left: number, top: number): Segment => ({
  words: text
    .split(' ')
    .map((own) => ({ text: own, left, right: left, top, bottom: top + 10, size: 10 })) as never,
  ...{ left, right: left + 5 * text.length, top, bottom: top + 10, size: 10 },
});
const column = (texts: readonly string[], left: number): Segment[] =>
  texts.map((text, row) => at(text, left, 105 + 15 * row));

const curves = Array.from({ length: 8 }, (_, index) => ({
  left: 200,
  right: 400,
  top: 100 + index,
  bottom: 200,
}));
const text = at('a line of the text that is below', 100, 700);
const labelsOf = (...segments: Segment[]): string[] =>
  findFigureLabels([...segments, text], curves, []).flatMap(({ words }) => words.map((word) => word.text));

test.each([
  ['numbers that fall, with units and exponents', column(['100%', '10%', '1%', '10⁻³'], 180)],
  ['a row of numbers that rise', [at('0 50 100 150 200 250 300', 230, 203)]],
  ['numbers and the title behind them', [at('0 50 100 150', 230, 203), at('Time (mins)', 250, 214)]],
])('finds %s', (_, segments) => {
  expect(labelsOf(...segments)).toHaveLength(segments.flatMap(({ words }) => words).length);
});

test.each([
  ['the last lines of a column of text', column(['of the rain.', 'Results', '• Mitosis', 'by heart.'], 405)],
  ['a column of a table', column(['34,120', '12,999', '50,817', '11,400'], 405)],
  ['the numbers of formulas', column(['(1)', '(2)', '(3)', '(4)'], 180)],
  ['a row of numbers in no order', [at('34 12 5 77 9 41 2', 230, 203)]],
  ['the end of the text above', [at('each of us.', 300, 84)]],
])('keeps %s as text', (_, segments) => {
  expect(labelsOf(...segments)).toEqual([]);
});
