import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Cue } from '../ai/speech-to-text.ts';
import { parseSubtitles, parseTranscriptFile, SubtitlesUnreadableError } from './subtitles.ts';

function expectMonotone(cues: readonly Cue[]) {
  cues.forEach((cue, index) => {
    expect(cue.startSecond).toBeLessThan(cue.endSecond);
    expect(cue.startSecond).toBeGreaterThanOrEqual(cues[index - 1]?.endSecond ?? 0);
    expect(cue.text.trim()).not.toBe('');
  });
}

describe('parseSubtitles', () => {
  test('reads SRT with a mark, CRLF, tags, entities and a missing number', () => {
    const srt =
      '\u{FEFF}1\r\n00:00:01,500 --> 00:00:03,000\r\n<i>Hello &amp; welcome</i>\r\nto {\\an8}class.\r\n\r\n00:00:03,000 --> 00:00:05.250\r\n- Next line\r\n';
    expect(parseSubtitles(srt)).toEqual([
      { startSecond: 1.5, endSecond: 3, text: 'Hello & welcome to class.' },
      { startSecond: 3, endSecond: 5.25, text: 'Next line' },
    ]);
  });

  test('reads WebVTT with notes, styles, settings, voices and inner times', () => {
    const vtt =
      'WEBVTT - Lesson\nKind: captions\n\nSTYLE\n::cue { color: red }\n\nNOTE a note\n\nintro\n00:01.000 --> 00:02.500 align:start position:0%\n<v Ann>Hi<00:01.500><c> there</c>\n\n01:00:00.000 --> 01:00:01.000\nLater\n';
    expect(parseSubtitles(vtt)).toEqual([
      { startSecond: 1, endSecond: 2.5, text: 'Hi there' },
      { startSecond: 3600, endSecond: 3601, text: 'Later' },
    ]);
  });

  test('mends reversed, overlapping and unsorted times, and cues without an empty line between', () => {
    const cues = parseSubtitles(
      '2\n00:00:05,000 --> 00:00:09,000\nSecond\n1\n00:00:04,000 --> 00:00:01,000\nFirst\n3\n00:00:08,000 --> 00:00:10,000\nThird',
    );
    expect(cues.map((cue) => cue.text)).toEqual(['First', 'Second', 'Third']);
    expectMonotone(cues);
  });

  test('shows the lines of rolling captions once', () => {
    const vtt =
      'WEBVTT\n\n00:00.000 --> 00:02.000\nwelcome to the lesson\n\n00:02.000 --> 00:02.010\nwelcome to the lesson\n\n00:02.010 --> 00:04.000\nwelcome to the lesson\nabout living cells\n\n00:04.000 --> 00:06.000\nabout living cells\nand their parts';
    expect(parseSubtitles(vtt).map((cue) => cue.text)).toEqual([
      'welcome to the lesson',
      'about living cells',
      'and their parts',
    ]);
  });

  test('says which line is at fault when nothing can be used', () => {
    const read = () => parseSubtitles('1\n00:00:01 -> oops\nText\n');
    expect(read).toThrow(SubtitlesUnreadableError);
    expect(read).toThrow(/line 2 /);
    expect(() => parseSubtitles('')).toThrow(SubtitlesUnreadableError);
  });

  test('throws nothing but its own error, and gives cues in order', () => {
    const line = fc.oneof(
      fc.constantFrom(
        'WEBVTT',
        '1',
        '',
        '00:00:01,000 --> 00:00:02,000',
        '00:09.5 --> 00:03.1',
        '99:99:99,9 --> 1:1:1',
        '--> x',
        '<i>a',
        'NOTE',
        '&#0;',
        'two words',
        'two words here',
      ),
      fc.string({ unit: 'grapheme', maxLength: 40 }),
    );
    fc.assert(
      fc.property(fc.array(line, { maxLength: 40 }), fc.constantFrom('\n', '\r\n', '\r'), (lines, end) => {
        try {
          expectMonotone(parseSubtitles(lines.join(end)));
        } catch (error) {
          if (!(error instanceof SubtitlesUnreadableError)) throw error;
        }
      }),
      { numRuns: 500 },
    );
  });
});

describe('parseTranscriptFile', () => {
  test('takes plain text as a transcript without times', () => {
    expect(parseTranscriptFile(Buffer.from('Welcome to class.\nToday we look at cells.'))).toEqual({
      cues: [],
      text: 'Welcome to class. Today we look at cells.',
    });
  });
  test('takes subtitles in UTF-16', () => {
    const { cues } = parseTranscriptFile(
      Buffer.from('\u{FEFF}1\n00:00:01,000 --> 00:00:02,000\nHi\n', 'utf16le'),
    );
    expect(cues).toEqual([{ startSecond: 1, endSecond: 2, text: 'Hi' }]);
  });
});
