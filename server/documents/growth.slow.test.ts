import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { readJsonAnswer } from '../ai/ai-sdk/read-json-answer.ts';
import type { Cue } from '../ai/speech-to-text.ts';
import { cleanSentence } from '../language/clean-sentence.ts';
import { LINEAR_AT_MOST, measureGrowth } from '../testing/growth.ts';
import { findAccents } from './accents.ts';
import { decodeText } from './decode-text.ts';
import { DocumentUnreadableError } from './document-unreadable-error.ts';
import { addDrawnBullets } from './layout/drawn-bullets.ts';
import { findDrawings } from './layout/find-drawings.ts';
import { buildProseBlocks } from './layout/prose-blocks.ts';
import { layOutDocument } from './layout/lay-out-document.ts';
import { readRegion } from './layout/read-page.ts';
import { joinStackedFormulas } from './layout/stacked-formulas.ts';
import { braceTip, joinDelimiters } from './math-extension.ts';
import { orderLines } from './page-lines.ts';
import type { PageLine } from './page-line.ts';
import { openPdf } from './open-pdf.ts';
import { openTextPage, readCode } from './pdf-characters.ts';
import { loadPdfium } from './pdfium.ts';
import { noShapes } from './pdf-shapes.ts';
import type { PageWord } from './pdf-words.ts';
import { splitSentences } from './sentences.ts';
import { splitDocument } from './split-document.ts';
import { splitTranscript } from './split-transcript.ts';
import { makePdf } from './testing/make-pdf.ts';
import { parseSubtitles, parseTranscript, SubtitlesUnreadableError } from './subtitles.ts';
import { buildTextBlocks } from './text-blocks.ts';

const toCues = (text: string): Cue[] =>
  Array.from({ length: Math.ceil(text.length / 50) }, (_, index) => ({
    startSecond: index * 5,
    endSecond: index * 5 + 4,
    text: text.slice(index * 50, index * 50 + 50),
  }));

const lineAt = (index: number, text: string, size = 10): PageLine => ({
  text,
  size,
  left: 50 + ((index * 7) % 3001) / 10,
  right: 400,
  top: index * 2,
  bottom: index * 2 + 1.5,
  bold: false,
  monospaced: false,
  textLeft: 50 + ((index * 7) % 3001) / 10,
  cells: [],
  isTableRow: false,
  column: 0,
});
const lines = (count: number, text: string, size?: number): PageLine[] =>
  Array.from({ length: count }, (_, index) => lineAt(index, text, size));

const ignoreRefusal = (parse: () => unknown): unknown => {
  try {
    return parse();
  } catch (error) {
    if (error instanceof SubtitlesUnreadableError || error instanceof DocumentUnreadableError)
      return undefined;
    throw error;
  }
};

/** Fragments that, repeated thousands of times, make a careless pattern backtrack. */
const UNITS = [
  ...['a', 'A', '9', 'a ', 'a\n', '.', '. ', '。', '漢。', '...a', '?!', '? ', 'e.g. ', 'Dr. ', 'A. B. '],
  ...['I. ', 'I', '(', ')', '.)', '(a', '"', '"a" ', '«', '[1]', '.[1,', ',', ':', 'a: ', '\n', '\n ', ' '],
  ...['\t', '\r', '\f', '#', '# ', '# a\n', '- a\n', '\n- ', '•', '* ', '1', '1)', '1. a\n', '1.1.1.'],
  ...['3.14 ', 'a.b.c.', 'ivx', '-', 'a-', 'a-a ', 'a-\n', '=', '|', '**a** ', '*_', '_', '    x\n'],
  ...['AAAA BBBB\n', 'Chapter 1\n', 'Aa bb.\n', 'Aa bb cc.\n\n', 'The the.', 'http://a.b/?c=', '&amp;'],
  ...['<v a>', '-->', '00:00', '{', '\\', '👩‍👩‍👧', '😀', '\u0301', '\u200b', '\u00a0', '\u2028', '\u202e'],
  ...['ﬁ', 'مرحبا ', '1\n00:00:01,000 --> 00:00:02,000\n', '00:00:01.000 --> 00:00:02.000\na\n\n', ' .'],
  ...['A. ', '… ', '<', '<a>', '1\n', ' \n', '- ', '["', '\\"', '0', '“', '🌍', '00:01 --> 00:02\n', '1,'],
  ...['`', ': '],
];

describe('time grows with the size of the input, not with its square', () => {
  test.each<[string, number, (text: string) => unknown, before?: string]>([
    ['decodeText', 10_000, (text) => ignoreRefusal(() => decodeText(Buffer.from(text)))],
    [
      'decodeText, in a legacy encoding',
      10_000,
      (text) => ignoreRefusal(() => decodeText(Buffer.from(`${text}é`, 'latin1'))),
    ],
    [
      'decodeText, in UTF-8 with a stray byte',
      10_000,
      (text) => ignoreRefusal(() => decodeText(Buffer.concat([Buffer.from(`${text}é`), Buffer.of(0xff)]))),
    ],
    [
      'parseSubtitles, in two cues',
      30_000,
      (text) =>
        ignoreRefusal(() =>
          parseSubtitles(`00:01,000 --> 00:02,000\n${text}\n\n00:02,000 --> 00:03,000\nOther words\n${text}`),
        ),
    ],
    ['parseSubtitles', 10_000, (text) => ignoreRefusal(() => parseSubtitles(text))],
    ['parseTranscript', 10_000, (text) => ignoreRefusal(() => parseTranscript(text))],
    [
      'parseSubtitles, in a cue',
      10_000,
      (text) => ignoreRefusal(() => parseSubtitles(text)),
      'WEBVTT\n\n00:00.000 --> 00:04.000\n',
    ],
    ['buildTextBlocks', 10_000, buildTextBlocks],
    ['buildTextBlocks, in a heading', 10_000, buildTextBlocks, 'Some words.\n# '],
    ['splitSentences', 10_000, splitSentences],
    [
      'splitDocument',
      10_000,
      (text) => splitDocument([{ page: null, blocks: [{ kind: 'paragraph', text }] }]),
    ],
    ['splitTranscript', 10_000, (text) => splitTranscript(toCues(text))],
    ['readJsonAnswer', 10_000, (text) => readJsonAnswer(text, z.object({}))],
    ['cleanSentence', 3_000, (text) => cleanSentence(text, true)],
  ])('%s', { timeout: 120_000 }, (_name, size, parse, before = '') => {
    const slow = UNITS.filter((unit) => {
      const make = (length: number): string => `${before}${unit.repeat(length / unit.length)}x`;
      return measureGrowth(make, parse, size) > LINEAR_AT_MOST;
    });
    expect(slow).toEqual([]);
  });

  test.each<[string, (size: number) => PageLine[][]]>([
    ['lines of text', (size) => [lines(size, 'Some words on a line')]],
    ['lines of words that are broken', (size) => [lines(size, 'bro-')]],
    [
      'small print below text',
      (size) => [[...lines(size, 'Text that is the body of the page.'), ...lines(size, '1 note', 8)]],
    ],
    ['pages', (size) => Array.from({ length: size / 4 }, () => lines(3, 'Head or text'))],
    [
      'pages without a full stop',
      (size) =>
        Array.from({ length: size / 4 }, (_, page) =>
          lines(3, `words ${page.toString(2).replaceAll('0', 'a').replaceAll('1', 'b')}`),
        ),
    ],
    [
      'a figure that each point mentions',
      (size) => [
        [
          ...lines(size, '• It is in Figure 1.'),
          lineAt(size, 'Results', 14),
          lineAt(size + 1, 'Figure 1. A map.'),
        ],
      ],
    ],
    ['a line of dots', (size) => [[lineAt(0, `${'… '.repeat(10 * size)}x`)]]],
  ])('buildProseBlocks: %s', { timeout: 120_000 }, (_name, make) => {
    expect(
      measureGrowth(
        make,
        (pages) => buildProseBlocks(pages.map((own) => ({ lines: own, height: 792, isNotes: false }))),
        5_000,
      ),
    ).toBeLessThan(LINEAR_AT_MOST);
  });

  test.each<[string, (index: number) => { left: number; top: number; text?: string; width?: number }]>([
    [
      'a table of three columns',
      (index) => ({ left: 40 + (index % 3) * 90, top: 14 * Math.floor(index / 3) }),
    ],
    [
      'an index of two columns',
      (index) => ({ left: 40 + (index % 2) * 300, top: 14 * Math.floor(index / 2) }),
    ],
    ['one line', (index) => ({ left: 40 * index, top: 100 })],
    ['words over each other', (index) => ({ left: 40 + (index % 7), top: 100 })],
    [
      'points with bullets',
      (index) => {
        const row = Math.floor(index / 6);
        const left = 40 + (row % 997) / 3 + (index % 6) * 25;
        return { left, top: 14 * row, text: index % 6 === 0 ? '•' : 'Tin' };
      },
    ],
    [
      'two columns between wide lines',
      (index) => ({
        left: index % 3 === 1 ? 300 : 40,
        top: 28 * Math.floor(index / 3) + (index % 3 === 2 ? 14 : 0),
        width: index % 3 === 2 ? 460 : 200,
      }),
    ],
    ['words anywhere', (index) => ({ left: (index * 7919) % 500, top: (index * 104_729) % 700 })],
  ])('orderLines: %s', { timeout: 120_000 }, (_name, place) => {
    const make = (size: number) =>
      Array.from({ length: size }, (_, index) => {
        const { left, top, text = index % 2 === 0 ? 'Tin' : '7.3', width = 20 } = place(index);
        return {
          ...{ text, left, top, right: left + width, bottom: top + 10, size: 10 },
          ...{ bold: false, monospaced: false, follows: false },
        };
      });
    expect(measureGrowth(make, (words) => orderLines(words), 5_000)).toBeLessThan(LINEAR_AT_MOST);
  });

  test.each<[string, (index: number) => string]>([
    ['closing parentheses', () => ')'],
    ['parts of parentheses', (index) => (index % 2 === 0 ? '(' : '⎪')],
    ['braces below sums', () => braceTip],
  ])('large symbols: %s', { timeout: 120_000 }, (_name, textAt) => {
    const make = (size: number) =>
      Array.from({ length: size }, (_, index) => {
        const [left, top] = [40 * index, 100];
        return {
          ...{ text: textAt(index), left, top, right: left + 5, bottom: top + 10, size: 10 },
          ...{ bold: false, monospaced: false, follows: false, extent: { top, bottom: top + 30 } },
        };
      });
    const join = (words: PageWord[]) => joinStackedFormulas(joinDelimiters(words), []);
    expect(measureGrowth(make, join, 5_000)).toBeLessThan(LINEAR_AT_MOST);
  });

  test.each<[string, (index: number) => Partial<PageWord>]>([
    [
      'fractions of many sums',
      (index) => {
        const top = index % 2 === 0 ? 90 : 102;
        return {
          left: 50 + (index % 97),
          right: 51 + (index % 97),
          top,
          bottom: top + 10,
          extent: { top, bottom: top + 10 },
        };
      },
    ],
    [
      'small words that go down in steps below a sum',
      (index) =>
        index === 0
          ? {
              text: '∑',
              left: 0,
              right: 1e6,
              top: 0,
              bottom: 100,
              size: 1e6,
              extent: { top: 0, bottom: 100 },
            }
          : { left: index, right: index + 0.9, top: 200 + 4 * index, bottom: 210 + 4 * index },
    ],
  ])('joinStackedFormulas: %s', { timeout: 120_000 }, (_name, place) => {
    const bars = Array.from({ length: 400 }, (_, index) => ({
      ...{ left: 50, right: 150 + index / 100, top: 101, bottom: 101 },
    }));
    const make = (size: number) =>
      Array.from({ length: size }, (_, index) => ({
        ...{ text: 'x', left: 0, right: 1, top: 0, bottom: 10, size: 10 },
        ...{ bold: false, monospaced: false, follows: false },
        ...place(index),
      }));
    expect(measureGrowth(make, (words) => joinStackedFormulas(words, bars), 5_000)).toBeLessThan(
      LINEAR_AT_MOST,
    );
  });

  test('joinStackedFormulas: more words at a bar than a call takes arguments are kept', () => {
    const words = Array.from({ length: 200_000 }, () => ({
      ...{ text: 'x', left: 50, right: 55, top: 90, bottom: 100, size: 10 },
      ...{ bold: false, monospaced: false, follows: false },
    }));
    const bars = [{ left: 50, right: 150, top: 101, bottom: 101 }];
    expect(joinStackedFormulas(words, bars)).toHaveLength(words.length);
  });

  test('addDrawnBullets: words over each other', { timeout: 120_000 }, () => {
    const bullet = { left: 50, right: 54, top: 103, bottom: 107, corners: 12, isDelimiter: false };
    const make = (size: number) =>
      Array.from({ length: size }, () => ({
        ...{ text: 'Tin', left: 60, right: 80, top: 100, bottom: 110, size: 10 },
        ...{ bold: false, monospaced: false, follows: false },
      }));
    const add = (words: PageWord[]) => addDrawnBullets(words, { ...noShapes, outlines: [bullet] });
    expect(measureGrowth(make, add, 5_000)).toBeLessThan(LINEAR_AT_MOST);
  });

  test('findDrawings: shapes that begin at one point', { timeout: 120_000 }, () => {
    const make = (size: number) =>
      Array.from({ length: size }, (_, index) => ({
        ...{ text: 'Tin', left: 60, right: 62 + 2 * (index % 300), size: 10 },
        ...{ top: 50, bottom: 52 + 2 * Math.floor(index / 300) },
        ...{ bold: false, monospaced: false, follows: false },
      }));
    const find = (words: PageWord[]) => findDrawings(words, words, words, 720, 540);
    expect(measureGrowth(make, find, 5_000)).toBeLessThan(LINEAR_AT_MOST);
  });

  test('findAccents: accents without letters', { timeout: 120_000 }, async () => {
    const pdfium = await loadPdfium();
    const read = async (size: number) => {
      const bytes = await makePdf((pdf, { body }) => {
        const page = pdf.addPage();
        for (let line = 0; line < size / 50; line++)
          page.drawText('\u00b4 '.repeat(25), { x: 50, y: 800 - (line % 75) * 10, size: 8, font: body });
      });
      const page = pdfium.functions.FPDF_LoadPage(openPdf(pdfium, bytes).document, 0);
      const text = openTextPage(pdfium, page);
      if (text === undefined) throw new Error('The page has no text.');
      const count = pdfium.functions.FPDFText_CountChars(text.textPage);
      return { text, codes: Array.from({ length: count }, (_, index) => readCode(text, index)) };
    };
    const [small, large] = [await read(5_000), await read(20_000)];
    const growth = measureGrowth(
      (size) => (size === 5_000 ? small : large),
      ({ text, codes }) => findAccents(text, codes),
      5_000,
    );
    expect(growth).toBeLessThan(LINEAR_AT_MOST);
  });

  test('layOutDocument: slides', { timeout: 120_000 }, () => {
    const row = (top: number, third: string) =>
      ['some', 'words', third, 'here'].map((text, index) => ({
        text,
        left: 40 + index * 60,
        right: 90 + index * 60,
        top,
        bottom: top + 20,
        size: 20,
        bold: false,
        monospaced: false,
        follows: false,
      }));
    const make = (size: number) =>
      Array.from({ length: size / 10 }, (_, index) =>
        readRegion(
          {
            words: [0, 1, 2, 3].flatMap((number) => row(80 + number * 40, String(index % 7))),
            rules: [],
            drawings: [],
            width: 720,
            height: 540,
            role: 'sheet',
          },
          index + 1,
        ),
      );
    expect(measureGrowth(make, layOutDocument, 5_000)).toBeLessThan(LINEAR_AT_MOST);
  });

  test('splitDocument: a paragraph of more sentences than a call takes arguments is read', () => {
    const paragraph = { kind: 'paragraph' as const, text: 'It is so. '.repeat(200_000) };
    expect(splitDocument([{ page: null, blocks: [paragraph] }]).passages.length).toBeGreaterThan(1_000);
  });
});
