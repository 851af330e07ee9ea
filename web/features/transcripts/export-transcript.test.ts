import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { LONG_SCRIPT, SHORT_SCRIPT, WIDE_NAME } from '#e2e/hostile/scripts.ts';
import { exportTranscript, toSubRip, toWebVtt, transcriptFileName } from './export-transcript.ts';

const cues = [
  { start_second: 0, end_second: 1.5, text: 'If a < b & b > c' },
  { start_second: 3661.0006, end_second: 3662.9999, text: 'Two\n\nlines --> here' },
];

test('SubRip', () => {
  expect(toSubRip(cues)).toBe(
    '1\n00:00:00,000 --> 00:00:01,500\nIf a < b & b > c\n\n' +
      '2\n01:01:01,001 --> 01:01:03,000\nTwo\nlines → here\n',
  );
});

test('WebVTT, its signs escaped', () => {
  expect(toWebVtt(cues)).toBe(
    'WEBVTT\n\n00:00:00.000 --> 00:00:01.500\nIf a &lt; b &amp; b &gt; c\n\n' +
      '01:01:01.001 --> 01:01:03.000\nTwo\nlines --&gt; here\n',
  );
});

test('plain text', () => {
  expect(exportTranscript('txt', ' As it is read. ', cues)).toBe('As it is read.\n');
});

test.each([
  ['Cells: parts/whole?', 'Cells parts whole.srt'],
  ['..\\..\\etc', 'etc.srt'],
  ['\u202E', 'transcript.srt'],
])('%j is stored as %s', (title, name) => {
  expect(transcriptFileName(title, 'srt')).toBe(name);
});

const BREAKING = [
  'one\n\ntwo',
  'one\r\n \r\n\ttwo\r\rthree',
  '\n',
  '',
  'a --> b',
  '2\n00:00:01.000 --> 00:00:02.000\nnot a cue',
  'WEBVTT',
  'NOTE\nx\n\nSTYLE\n::cue { color: red }',
  'a ----> b -- > c -\n-> d',
  SHORT_SCRIPT,
  LONG_SCRIPT,
  WIDE_NAME,
];

const toCues = (texts: readonly string[]) =>
  texts.map((text, index) => ({ start_second: index, end_second: index + 1, text }));

/** The lines of a cue that is shown: nothing that ends the cue, or begins another. */
const linesOf = (text: string): string[] =>
  text
    .split(/[\r\n]/u)
    .map((line) => line.trim())
    .filter((line) => line !== '');

/** The blocks of a subtitle file as players read them: separated by empty lines. */
const blocksOf = (file: string): string[][] =>
  file
    .split(/\n{2,}/u)
    .map((block) => block.split('\n').filter((line) => line !== ''))
    .filter((block) => block.length > 0);

const anyTexts = fc.array(
  fc.oneof(
    fc.constantFrom(...BREAKING),
    fc.string({ unit: fc.constantFrom('\r', '\n', ' ', '-', '>', '<', '&', '1', ':', 'a', '\u2028', '→') }),
    fc.string({ unit: 'binary' }),
  ),
  { maxLength: 6 },
);

describe('no words of a cue end it, or begin another', () => {
  const timing = (sign: string): RegExp => {
    const time = String.raw`\d\d:\d\d:\d\d[${sign}]\d{3}`;
    return new RegExp(`^${time} --> ${time}$`, 'u');
  };

  test('in SubRip', () => {
    fc.assert(
      fc.property(anyTexts, (texts) => {
        const blocks = blocksOf(toSubRip(toCues(texts)));
        expect(blocks).toHaveLength(texts.length);
        for (const [index, [number, times, ...lines]] of blocks.entries()) {
          expect(number).toBe(String(index + 1));
          expect(times).toMatch(timing(','));
          expect(lines.join('\n')).not.toContain('-->');
          expect(lines).toEqual(linesOf(texts[index] ?? '').map((line) => line.replaceAll('-->', '→')));
        }
      }),
      { examples: [[BREAKING]] },
    );
  });

  test('in WebVTT, nor a tag', () => {
    fc.assert(
      fc.property(anyTexts, (texts) => {
        const [header, ...blocks] = blocksOf(toWebVtt(toCues(texts)));
        expect(header).toEqual(['WEBVTT']);
        expect(blocks).toHaveLength(texts.length);
        for (const [index, [times, ...lines]] of blocks.entries()) {
          expect(times).toMatch(timing('.'));
          expect(lines.join('\n')).not.toMatch(/[<>]|&(?!(?:amp|lt|gt);)/u);
          const shown = lines.map((line) =>
            line.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&'),
          );
          expect(shown).toEqual(linesOf(texts[index] ?? ''));
        }
      }),
      { examples: [[BREAKING]] },
    );
  });
});

test('removes characters that file systems reserve from a title', () => {
  for (const title of [SHORT_SCRIPT, LONG_SCRIPT, WIDE_NAME, `${'a'.repeat(79)}💡`]) {
    const name = transcriptFileName(title, 'vtt');
    expect(name).toMatch(/^[^\p{Cc}\p{Cf}\p{Cs}\\/:*?"<>|]+\.vtt$/u);
    expect(name.length).toBeLessThanOrEqual(84);
  }
});
