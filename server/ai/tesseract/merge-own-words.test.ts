import { expect, test } from 'vitest';
import type { PageWord } from '#server/documents/pdf-words.ts';
import type { RecognizedWord } from '#server/documents/recognition/recognized-page.ts';
import { mergeOwnWords } from './merge-own-words.ts';

const place = { top: 90, bottom: 100, size: 10, follows: true };

const own = (text: string, left: number, right: number, font: string): PageWord => ({
  ...place,
  text,
  left,
  right,
  font,
  bold: false,
  monospaced: false,
  isUnmapped: font !== '0 Body',
});
const shown = (text: string, left: number, right: number): RecognizedWord => ({
  ...place,
  text,
  left,
  right,
  confidence: 90,
});

const formula = '£[X]+£[Y]=£[Z]';

test.each([
  [
    'of formulas keeps its glyphs in their place',
    [shown(formula, 60, 80)],
    ['Let', '\u{F0001}\u{F0023}', 'be'],
  ],
  ['of words is replaced', [shown('level', 60, 80)], ['Let', 'be', 'level']],
])('a font without characters %s', (_, recognized, texts) => {
  const words = [
    own('Let', 30, 50, '0 Body'),
    own('\u{F0001}#', 60, 80, '1 Lost'),
    own('be', 90, 100, '0 Body'),
  ];
  expect(mergeOwnWords(words, ['1 Lost'], recognized).map(({ text }) => text)).toEqual(texts);
});

test('a bullet in a font of formulas stays one, unless there is text before it', () => {
  const words = [
    own('\u{F0001}', 60, 80, '1 Lost'),
    { ...own('•', 20, 26, '1 Lost'), top: 110, bottom: 120 },
    { ...own('Let', 30, 50, '0 Body'), top: 110, bottom: 120 },
    { ...own('•', 54, 60, '1 Lost'), top: 110, bottom: 120 },
  ];
  const recognized = [shown(formula, 60, 80)];
  expect(mergeOwnWords(words, ['1 Lost'], recognized).map(({ text }) => text)).toEqual([
    '\u{F0001}',
    '•',
    'Let',
    '\u{F2022}',
  ]);
});

test('keeps recognized text that only touches a formula', () => {
  const words = [own('Let', 30, 50, '0 Body'), own('\u{F0001}\u{F0023}', 60, 80, '1 Lost')];
  const recognized = [
    shown(formula, 60, 80),
    shown('river', 79, 110),
    { ...shown('bank', 66, 78), top: 99, bottom: 109 },
  ];
  expect(mergeOwnWords(words, ['1 Lost'], recognized).map(({ text }) => text)).toEqual([
    'Let',
    '\u{F0001}\u{F0023}',
    'river',
    'bank',
  ]);
});

test('takes a font with too little recognized text for one of formulas only next to another', () => {
  const words = [
    own('Let', 30, 50, '0 Body'),
    own('\u{F0001}', 60, 64, '1 Lost'),
    own('\u{F0023}', 70, 90, '2 Lost'),
  ];
  const lost = ['1 Lost', '2 Lost'];
  const read = (recognized: RecognizedWord[]) =>
    mergeOwnWords(words, lost, recognized).map(({ text }) => text);
  expect(read([])).toEqual(['Let']);
  expect(read([shown('k,', 60, 64)])).toEqual(['Let', 'k,']);
  expect(read([shown('k,', 60, 64), shown(formula, 70, 90)])).toEqual(['Let', '\u{F0001}', '\u{F0023}']);
});

test('recognizes program code in a font without characters', () => {
  const code = ['x=f(y);', 'y=g(x)+1;', 'if(x>y)', 'x+=y*2;', 'f(g(x));', 'x-=1;'];
  const placeAt = (text: string, row: number) => ({
    right: 60 + 5 * text.length,
    top: 90 + 12 * row,
    bottom: 100 + 12 * row,
  });
  const words = code.map((text, row) => ({
    ...own(String.fromCodePoint(...Array.from(text, (one) => 0xf0000 + one.charCodeAt(0))), 60, 0, '1 Lost'),
    ...placeAt(text, row),
  }));
  const recognized = code.map((text, row) => ({ ...shown(text, 60, 0), ...placeAt(text, row) }));
  const merged = mergeOwnWords([own('Run', 20, 40, '0 Body'), ...words], ['1 Lost'], recognized);
  expect(merged.map(({ text }) => text)).toEqual(['Run', ...code]);
});

test('writes any code of a glyph as one private-use character', () => {
  const words = [own('Let', 30, 50, '0 Body'), own('\u{F0001}\u{20001}', 60, 80, '1 Lost')];
  expect(mergeOwnWords(words, ['1 Lost'], [shown(formula, 60, 80)]).map(({ text }) => text)).toEqual([
    'Let',
    '\u{F0001}\u{F0001}',
  ]);
});
