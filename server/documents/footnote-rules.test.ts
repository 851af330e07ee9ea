import { expect, test } from 'vitest';
import { markFootnotes } from './footnote-rules.ts';
import type { PageLine } from './page-line.ts';

const makeLine = (text: string, index: number): PageLine => ({
  ...{ text, left: 60, right: 300, top: 60 + index * 12, bottom: 70 + index * 12, size: 10 },
  ...{ bold: false, monospaced: false, textLeft: 60, cells: [], isTableRow: false, column: 0 },
});
const makeRule = (top: number, length: number) => ({ left: 60, right: 60 + length, top, bottom: top });

test.each([
  ['before', [makeRule(50, 240), makeRule(131, 60)]],
  ['after', [makeRule(131, 60), makeRule(50, 240)]],
])('finds footnotes when the line below the running head is drawn %s theirs', (_order, rules) => {
  const texts = ['Salt marshes', 'form where', 'rivers bring', 'fine mud to', 'the coast.', 'It rises.'];
  const lines = [...texts, '1 A marsh that is cut for hay.'].map(makeLine);
  const notes = markFootnotes(lines, rules).filter(({ isNote }) => isNote);
  expect(notes.map(({ text }) => text)).toEqual(['1 A marsh that is cut for hay.']);
});
