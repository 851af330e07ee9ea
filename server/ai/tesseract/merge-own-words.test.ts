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

test.each([
  [
    'of formulas keeps its glyphs in their place',
    [shown('£[i]', 60, 80)],
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
  expect(mergeOwnWords(words, ['1 Lost'], []).map(({ text }) => text)).toEqual([
    '\u{F0001}',
    '•',
    'Let',
    '\u{F2022}',
  ]);
});
