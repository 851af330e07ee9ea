import iconv from 'iconv-lite';
import { decodeText } from '#server/documents/decode-text.ts';
import { parseTranscript } from '#server/documents/subtitles.ts';
import { values, type Expected, type FileCase } from './file-case.ts';

const ROLLED = [
  'welcome to the lecture',
  'about rivers and bridges',
  'no no that is wrong',
  'it was built of stone',
];
const SPOKEN = [
  'Welcome to the lecture about rivers',
  'The longest bridge has 47 arches. It crosses the Tarrow.',
  'if (a < b && b > c) return 1;',
];
const srtCue = (text: string, index: number, time = '00:00:0*,000'): string =>
  `${index + 1}\n${time.replace('*', String(index * 2 + 1))} --> ${time.replace('*', String(index * 2 + 2))}\n${text}\n`;
const SRT = SPOKEN.map((text, index) => srtCue(text, index)).join('\n');
/** WebVTT whose cues repeat the previous line. */
const roll = (write: (line: string) => string): string =>
  `WEBVTT\n\n${ROLLED.map(
    (line, index) =>
      `00:0${index * 2}.000 --> 00:0${index * 2 + 2}.000 align:start position:0%\n${ROLLED[index - 1] ?? ' '}\n${write(line)}\n`,
  ).join('\n')}`;

const SUBTITLES: Expected = {
  must: [
    /Welcome to the lecture about rivers/u,
    /The longest bridge has 47 arches\. It crosses the Tarrow\./u,
    /if \(a < b && b > c\) return 1;/u,
    /^3 cues from 1 s to 6 s/mu,
  ],
  mustNot: [/-->|WEBVTT|::cue|NOTE|<\/?[ivc]\b|\{\\|&amp;|\u{FEFF}/u],
};

/** Reads captions like an upload. */
function readCaptions(bytes: Uint8Array | string): string {
  const { cues, text } = parseTranscript(decodeText(Buffer.from(bytes)).text);
  return `${text}\n${cues.length} cues from ${cues[0]?.startSecond} s to ${cues.at(-1)?.endSecond} s`;
}

export const CAPTION_CASES: readonly FileCase[] = [
  ...values(
    '19 subtitles',
    {
      plain: () => readCaptions(SRT),
      'CRLF and a byte order mark': () => readCaptions(`\u{FEFF}${SRT.replaceAll('\n', '\r\n')}`),
      'CR only': () => readCaptions(SRT.replaceAll('\n', '\r')),
      'without milliseconds': () =>
        readCaptions(SPOKEN.map((text, index) => srtCue(text, index, '0:0:*')).join('\n')),
      'points instead of commas in times': () => readCaptions(SRT.replaceAll(',000', '.000')),
      'without numbers': () => readCaptions(SRT.replaceAll(/^\d+\n/gmu, '')),
      'blank lines': () => readCaptions(`\n\n${SRT.replace('arches. It', 'arches.\n\nIt')}`),
      'a line with one space': () => readCaptions(SRT.replace('arches. It', 'arches.\n \nIt')),
      tags: () =>
        readCaptions(
          SRT.replace('Welcome', '{\\an8}<i>Welcome</i>').replace(
            'The longest',
            '<font color="#fff">The</font> longest',
          ),
        ),
      entities: () => readCaptions(SRT.replace('a < b && b > c', 'a &lt; b &amp;&amp; b &gt; c')),
      'coordinates after times': () =>
        readCaptions(SRT.replaceAll(/(?<=> .*)$/gmu, '  X1:40 X2:600 Y1:20 Y2:50')),
      'named cues': () => readCaptions(SRT.replaceAll(/^(\d)$/gmu, 'intro-$1')),
      'out of order': () =>
        readCaptions([2, 0, 1].map((index) => srtCue(SPOKEN[index] ?? '', index)).join('\n')),
      'UTF-16': () => readCaptions(iconv.encode(SRT, 'utf-16le', { addBOM: true })),
      WebVTT: () =>
        readCaptions(
          `WEBVTT - Rivers\n\nSTYLE\n::cue { color: red }\n\nNOTE a remark\nover two lines\n\n${SRT.replaceAll(
            ',000',
            '.000',
          )
            .replaceAll(/(?<=> .*)$/gmu, ' align:start')
            .replace('Welcome', '<v Teacher>Welcome')}`,
        ),
    },
    SUBTITLES,
  ),
  ...values(
    '19 subtitles',
    {
      'a letter': () => readCaptions('Dear all,\nthe plan: Monday 10:00 --> room 4.\nRegards'),
      'no cues': () => readCaptions('WEBVTT\n\nNOTE nothing here'),
    },
    { must: [/^No captions were found/u] },
  ),
  ...values(
    '19 subtitles',
    {
      'past hour one hundred': () =>
        readCaptions(
          '1\n99:59:58,000 --> 100:00:02,000\nFirst words\n\n2\n101:30:00,000 --> 101:30:04,000\nThe end',
        ),
    },
    { must: [/^First words\nThe end\n2 cues from 359998 s to 365404 s/u] },
  ),
  ...values(
    '19 subtitles',
    { 'Windows-1252': () => readCaptions(iconv.encode(srtCue('Café Müller’s words…', 0), 'windows-1252')) },
    { must: [/^Café Müller’s words…\n1 cues/u] },
  ),
  ...values(
    '19 subtitles',
    {
      'overlapping and reversed': () =>
        readCaptions(
          '1\n00:00:01,000 --> 00:00:06,000\nFirst\n\n2\n00:00:05,000 --> 00:00:03,000\nSecond\n\n3\n00:00:08,000 --> 00:00:09,000\nThird',
        ),
    },
    { must: [/^First\nSecond\nThird\n3 cues from 1 s to 9 s/u] },
  ),
  ...values(
    '19 subtitles',
    {
      'numbers as the text of cues': () =>
        readCaptions(['47', '1897'].map((text, index) => srtCue(text, index)).join('\n')),
    },
    { must: [/^47\n1897\n2 cues/u] },
  ),
  ...values(
    '26 rolling captions',
    {
      'two lines': () => readCaptions(roll((line) => line)),
      'with a time for each word': () =>
        readCaptions(roll((line) => line.replaceAll(/ (\S+)/gu, '<00:00:01.500><c> $1</c>'))),
    },
    {
      must: [
        /^welcome to the lecture\s+about rivers and bridges\s+no no that is wrong\s+it was built of stone\n4 cues/u,
      ],
    },
  ),
];
