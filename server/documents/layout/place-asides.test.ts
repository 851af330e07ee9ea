import { expect, test } from 'vitest';
import type { DocumentBlock } from '../document-blocks.ts';
import { findAsides } from './asides.ts';
import { placeAsides, type BuiltBlock } from './place-asides.ts';

const build = (texts: readonly string[], from = 0): BuiltBlock[] =>
  texts.map((text, index) => ({
    block: text.startsWith('#') ? heading(text.slice(2)) : { kind: 'paragraph', text },
    first: from + index,
    last: from + index,
    lines: [],
    bounds: { left: 0, right: 100, top: 20 * index, bottom: 20 * index + 10 },
    columnRight: 100,
  }));
const heading = (text: string): DocumentBlock => ({ kind: 'heading', text, level: 1 });

const place = (main: readonly string[], caption: string) =>
  placeAsides(build(main), build([caption], main.length)).map(({ block }) => block.text);

test('places a caption behind the text that mentions it', () => {
  const caption = 'Table II. Rates of each zone.';
  expect(place(['# Rates', 'See Tab. II for them.', '# Sites', 'There are four.'], caption)).toEqual([
    ...['Rates', 'See Tab. II for them.', caption, 'Sites', 'There are four.'],
  ]);
});

test.each([
  ['Table 2. Rates of each zone.', 'The rates fell from 4 to 2 percent.'],
  ['Figure 3. Rates of each zone.', 'They were measured for 3 years.'],
  ['Table I. Rates of each zone.', 'It took some time, see Table II.'],
])('places "%s" where it is when the text says "%s"', (caption, text) => {
  expect(place(['# Rates', text, '# Sites', 'There are four.'], caption).at(-1)).toBe(caption);
});

test('the items of a list at the end of a column are no parts of the figure in the next', () => {
  const lines = [
    'Choose one of these:',
    '(a) the mill',
    '(b) the dyke',
    'Figure 1. A map.',
    'It rained.',
  ].map((text, index) => ({
    ...{ text, size: 10, left: 0, right: 100, top: 12 * index, bottom: 12 * index + 10, textLeft: 0 },
    ...{ bold: false, monospaced: false, cells: [], isTableRow: false, column: index < 3 ? 0 : 1 },
  }));
  const body = { size: 10, bold: false, monospaced: false, left: 0, lineGap: 2, largerSizes: [] };
  expect([...findAsides(lines, body)]).not.toContain(1);
});
