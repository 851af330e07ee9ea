import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Cue } from '../ai/speech-to-text.ts';
import { parseSubtitles, parseTranscript, SubtitlesUnreadableError } from './subtitles.ts';

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

  test('fixes reversed, overlapping and unsorted times, and cues without an empty line between', () => {
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

  const SPOKEN = [
    'welcome to the lecture about rivers and',
    'bridges',
    'the longest bridge has forty seven arches',
    'of green oak no no that is wrong it was',
    'built of stone',
  ];
  const stamp = (milliseconds: number): string =>
    new Date(milliseconds).toISOString().slice(11, 23).replace('.', ',');
  const writeCues = (blocks: readonly (readonly string[])[]): string =>
    blocks
      .map((lines, index) =>
        [`${index + 1}`, `${stamp(index * 2000)} --> ${stamp(index * 2000 + 2000)}`, ...lines, ''].join('\n'),
      )
      .join('\n');
  const window = (size: number): string[][] =>
    SPOKEN.map((_, index) => SPOKEN.slice(Math.max(0, index - size + 1), index + 1));

  test.each([
    ['two lines', window(2)],
    ['three lines', window(3)],
    [
      'two lines that stay on screen',
      window(2).flatMap((lines, index) => [lines, [SPOKEN[index] ?? '', ' ']]),
    ],
    ['two lines that are joined', window(2).map((lines) => [lines.join(' ')])],
    ['a blank line above the first', window(2).map((lines) => (lines.length === 1 ? ['', ...lines] : lines))],
    [
      'words that are added one by one',
      SPOKEN.flatMap((line) => line.split(' ').map((_, at, words) => [words.slice(0, at + 1).join(' ')])),
    ],
  ])('shows each spoken line once where captions roll by %s', (_, blocks) => {
    const text = parseSubtitles(writeCues(blocks)).map((cue) => cue.text);
    expect(text.join(' ')).toBe(SPOKEN.join(' '));
  });

  test('keeps words that are spoken again', () => {
    const said = [
      ['Stop it.'],
      ['Stop it.'],
      ['No, I will not.'],
      ['Then I will call them.'],
      ['Call them.'],
    ];
    expect(parseSubtitles(writeCues(said)).map((cue) => cue.text)).toEqual(said.flat());
  });

  test('a line of spaces never ends a cue, and an empty line does not in SubRip', () => {
    const words = 'The longest bridge has 47 arches. It crosses the Tarrow.';
    const lines = (gap: string) => ['The longest bridge has 47 arches.', gap, 'It crosses the Tarrow.'];
    for (const gap of [' ', '\t', '\u{A0}', ''])
      expect(parseSubtitles(writeCues([lines(gap), ['1897'], ['Next.']])).map((cue) => cue.text)).toEqual([
        words,
        '1897',
        'Next.',
      ]);
    const vtt = (gap: string): string =>
      `WEBVTT\n\nfirst\n00:01.000 --> 00:02.000\n${lines(gap).join('\n')}\n\nsecond\n00:03.000 --> 00:04.000\nNext.`;
    expect(parseSubtitles(vtt(' ')).map((cue) => cue.text)).toEqual([words, 'Next.']);
    expect(parseSubtitles(vtt('')).map((cue) => cue.text)).toEqual([lines('')[0], 'Next.']);
  });

  test('removes only tags, not other text in angle brackets', () => {
    const text = (line: string): string | undefined =>
      parseSubtitles(`1\n00:00:01,000 --> 00:00:02,000\n${line}`)[0]?.text;
    expect(text('<font color="#fc0"><i>Welcome</i></font> <u>back</u><br/>')).toBe('Welcome back');
    expect(text('<v.loud Guest>Hello <lang fr>monde</lang></v> {\\an8}')).toBe('Hello monde');
    expect(text('<ruby>漢<rt>kan</rt></ruby> is a sign')).toBe('漢 is a sign');
    for (const code of ['List<String> names', 'if (a < b && b > c) return 1;', 'a<b && c>d', 'List<Body>'])
      expect(text(code)).toBe(code);
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

describe('parseTranscript', () => {
  test('rejects a letter with an arrow next to a time', () => {
    const letter = 'Dear all,\nplease find the plan: Monday 10:00 --> room 4.\nRegards';
    expect(() => parseTranscript(letter)).toThrow(/^No captions were found.*line 2 /);
    expect(parseTranscript('The water flows --> to the sea.').cues).toEqual([]);
  });

  test.each(['WEBVTT\n\nNOTE nothing here', '1\n\n2\n', '1\n00:00:01,000 --> 00:00:02,000\n\n'])(
    'finds no cues in %j',
    (content) => {
      expect(() => parseSubtitles(content)).toThrow(/^No captions were found/);
    },
  );

  test('takes plain text as a transcript without times', () => {
    expect(parseTranscript('Welcome to class.\nToday we look at cells.')).toEqual({
      cues: [],
      text: 'Welcome to class. Today we look at cells.',
    });
  });
});
