import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decodeText, maximumTextBytes } from './decode-text.ts';
import { recognizeContent } from './recognize-content.ts';
import { buildTextBlocks, layOutText } from './text-blocks.ts';

const utf16be = (text: string) => Buffer.from(text, 'utf16le').swap16();
const bytes = (...parts: (string | number[])[]) =>
  Buffer.concat(
    parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from(part))),
  );

describe('decodeText', () => {
  const text = 'Café and naïve “quotes” stand here.\nSecond line.';
  test.each([
    ['UTF-8', Buffer.from(text)],
    ['UTF-8 with a mark', Buffer.from(`\u{FEFF}${text}`)],
    ['UTF-16 LE with a mark', Buffer.from(`\u{FEFF}${text}`, 'utf16le')],
    ['UTF-16 LE', Buffer.from(text, 'utf16le')],
    ['UTF-16 BE with a mark', utf16be(`\u{FEFF}${text}`)],
    ['UTF-16 BE', utf16be(text)],
    ['Windows-1252', bytes('Caf\xe9 and na\xefve \x93quotes\x94 stand here.\r\nSecond line.')],
  ])('reads %s', (_, content) => {
    expect(decodeText(content).text).toBe(text);
  });

  test.each([
    ['nothing', Buffer.alloc(0), 'empty'],
    ['white space', Buffer.from(' \n\r\n\t'), 'empty'],
    ['an archive', bytes('PK\x03\x04', [20, 0, 0, 0, 8, 0]), 'not-text'],
    ['a program', bytes('MZ\x90', [0, 3, 0, 0, 0]), 'not-text'],
    ['a web page', Buffer.from('<!DOCTYPE html><script>alert(1)</script>'), 'not-text'],
    ['noise', Buffer.from(Array.from({ length: 2000 }, (_, index) => (index * 7919) % 256)), 'not-text'],
    ['too much', Buffer.alloc(maximumTextBytes + 1, 'a'), 'too-large'],
  ])('refuses %s', (_, content, problem) => {
    expect(() => decodeText(content)).toThrow(expect.objectContaining({ problem }) as Error);
  });

  test('drops control characters', () => {
    const rest = 'and many more words follow. '.repeat(20).trim();
    expect(decodeText(Buffer.from(`one\u{0}two\u{7} three\r\nfour ${rest}`)).text).toBe(
      `onetwo three\nfour ${rest}`,
    );
  });
});

describe('buildTextBlocks', () => {
  test('recognises headings, lists and hard-wrapped paragraphs', () => {
    const text = [
      '# Cells',
      'A cell is the smallest unit of life that can live alone, and every',
      'organism is made of one cell or of many.',
      '',
      'ENERGY',
      '',
      'Mitochondria turn food into energy.',
      '- first thing',
      '- second thing',
      '',
      'Membranes',
      '---------',
      'They hold cells together.',
    ].join('\n');
    expect(buildTextBlocks(text)).toEqual([
      { kind: 'heading', text: 'Cells', level: 1 },
      {
        kind: 'paragraph',
        text: 'A cell is the smallest unit of life that can live alone, and every organism is made of one cell or of many.',
      },
      { kind: 'heading', text: 'ENERGY', level: 1 },
      { kind: 'paragraph', text: 'Mitochondria turn food into energy.' },
      { kind: 'list-item', text: '• first thing' },
      { kind: 'list-item', text: '• second thing' },
      { kind: 'heading', text: 'Membranes', level: 2 },
      { kind: 'paragraph', text: 'They hold cells together.' },
    ]);
  });

  test('every kind of dash is the mark of a list item', () => {
    const text = ['‒ Union features of', '  one layer', '― Split lines', '– Merge them'].join('\n');
    expect(buildTextBlocks(text).map((block) => [block.kind, block.text])).toEqual([
      ['list-item', '• Union features of one layer'],
      ['list-item', '• Split lines'],
      ['list-item', '• Merge them'],
    ]);
  });

  test('a heading needs no empty line below it, and verses are none', () => {
    const below =
      'Weather is the state of the atmosphere at one place over a short time, and climate its average.';
    expect(buildTextBlocks(`Weather and climate\n${below}`).map(({ kind, text }) => [kind, text])).toEqual([
      ['heading', 'Weather and climate'],
      ['paragraph', below],
    ]);
    const verses =
      'The river runs to meet the sea\nAnd carries all the hills with it\nUntil the hills are sand';
    expect(buildTextBlocks(verses).map(({ kind }) => kind)).toEqual(['paragraph']);
    const wrapped = [
      'A short first line',
      'that goes on in the next, as text does that was broken at a width by hand.',
    ];
    expect(buildTextBlocks(wrapped.join('\n')).map(({ kind }) => kind)).toEqual(['paragraph']);
  });

  test('a line in another direction is a separate paragraph', () => {
    const arabic = 'الدرس يقول إن HTTP/2 أسرع من HTTP/1.1 في أغلب الحالات.';
    const [before, after] = [
      'A server answers requests, one after the other.',
      'A browser sends several at once.',
    ];
    expect(buildTextBlocks([before, arabic, after].join('\n')).map(({ text }) => text)).toEqual([
      before,
      arabic,
      after,
    ]);
  });

  test('keeps every word', () => {
    const line = fc
      .array(fc.stringMatching(/^[A-Za-z]{1,8}[.,:]?$/), { maxLength: 12 })
      .map((words) => words.join(' '));
    fc.assert(
      fc.property(fc.array(line, { maxLength: 30 }), (lines) => {
        const words = (text: string) => text.split(/\s+/).filter((word) => word !== '');
        expect(buildTextBlocks(lines.join('\n')).flatMap((block) => words(block.text))).toEqual(
          words(lines.join(' ')),
        );
      }),
    );
  });

  test('refuses text without letters', () => {
    expect(() => layOutText('123 456\n789')).toThrow(/no readable text/);
  });
});

describe('recognizeContent', () => {
  const ftyp = (brand: string) =>
    bytes([0, 0, 0, 24], `ftyp${brand}`, [0, 0, 2, 0], `${brand}mp42`, [0, 0, 0, 8], 'free');
  test.each([
    ['MP4', ftyp('isom'), 'video'],
    ['M4V', ftyp('M4V '), 'video'],
    ['MOV', ftyp('qt  '), 'video'],
    ['PDF', bytes('%PDF-1.7\n'), 'pdf'],
    ['PDF after some lines', bytes('\r\n\r\n%PDF-1.4\n'), 'pdf'],
    ['text', Buffer.from('Plain words.'), 'text'],
    ['UTF-16 text', Buffer.from('Plain words in two bytes each.', 'utf16le'), 'text'],
    ['web page', Buffer.from('  <html><body>Hi</body></html>'), 'markup'],
    ['web page with a PDF in it', bytes('<html>\n%PDF-1.4\n'), 'unknown'],
    ['archive', bytes('PK\x03\x04', [20, 0, 0, 0, 8, 0], 'x'.repeat(40)), 'archive'],
    [
      'archive with a PDF in it',
      bytes('PK\x03\x04', [20, 0, 0, 0, 8, 0], 'x'.repeat(40), '%PDF-1.4'),
      'unknown',
    ],
    ['program', bytes('MZ\x90', [0, 3, 0, 0, 0, 4, 0, 0, 0]), 'unknown'],
    ['picture', bytes('\x89PNG\r\n\x1a\n', [0, 0, 0, 13], 'IHDR'), 'picture'],
    ['sound', bytes('RIFF', [36, 0, 0, 0], 'WAVEfmt '), 'sound'],
    ['film', bytes('RIFF', [36, 0, 0, 0], 'AVI LIST'), 'film'],
    ['old document', bytes([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1], 'x'.repeat(40)), 'office'],
    ['document', Buffer.from('{\\rtf1\\ansi Hello}'), 'office'],
    ['script', Buffer.from('#!/bin/sh\nrm -rf /\n'), 'markup'],
    ['nothing', Buffer.alloc(0), 'unknown'],
  ])('%s', async (_, content, expected) => {
    expect(await recognizeContent(content)).toBe(expected);
  });

  test('never throws', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 300 }), async (content) => {
        expect(await recognizeContent(content)).toBeTypeOf('string');
      }),
    );
  });
});
