import iconv from 'iconv-lite';
import { z } from 'zod';
import { cleanFileName } from '#contract/file-names.ts';
import { PASSAGE_CHARACTERS } from '#contract/text-limits.ts';
import { completeAddress, readYoutubeAddress } from '#contract/youtube-address.ts';
import { readJsonAnswer } from '#server/ai/ai-sdk/read-json-answer.ts';
import { recognizeContent } from '#server/documents/recognize-content.ts';
import { splitDocument } from '#server/documents/split-document.ts';
import { extractTextPages } from '#server/documents/text-blocks.ts';
import { values, type Expected, type FileCase } from './file-case.ts';

const LECTURE =
  'Lecture 7: Smørbrød and Zürich\r\n\r\nThe café’s price list – “daily” – names 31 dishes. A naïve guest pays € 12.\r\n\r\nGarden soil needs rest every fourth year.\r\n';
const readText = (bytes: Uint8Array | string): string =>
  splitDocument(extractTextPages(Buffer.from(bytes))).plainText;

const LECTURE_READ: Expected = {
  must: [
    /Smørbrød and Zürich/u,
    /café[’']s price list – [“"]daily[”"]/u,
    /31 dishes/u,
    /naïve guest pays € 12/u,
    /Garden soil needs rest/u,
  ],
  mustNot: [/[\0\u{FFFD}\u{200B}\u{2060}\u{AD}\u{202E}\u{FEFF}]/u, /Ã|â€|ÿþ/u],
};

const FILLER =
  'The copper lantern stands on the shelf of the old toll house, and no one lights it any more. ';

const encodings: readonly FileCase[] = [
  ...values(
    '20 encodings',
    {
      ...Object.fromEntries(
        ['utf-8', 'utf-16le', 'utf-16be', 'utf-32le', 'utf-32be'].flatMap((encoding) =>
          [true, false].map((addBOM) => [
            `${encoding} ${addBOM ? 'with' : 'without'} a mark`,
            () => readText(iconv.encode(LECTURE, encoding, { addBOM })),
          ]),
        ),
      ),
      'Windows-1252': () => readText(iconv.encode(LECTURE, 'windows-1252')),
      NUL: () => readText(LECTURE.replaceAll(' ', ' \0')),
      'CR only': () => readText(LECTURE.replaceAll('\r\n', '\r')),
      'invisible characters': () =>
        readText(LECTURE.replace('dishes', 'dis\u{AD}h\u{200B}es').replace('rest', '\u{202E}re\u{2060}st')),
      'a stray byte': () =>
        readText(Buffer.concat([Buffer.from(LECTURE), Buffer.from([0xfc]), Buffer.from('ber\n')])),
      'a pasted line in another encoding': () =>
        readText(Buffer.concat([Buffer.from(LECTURE), iconv.encode('Größe und Gebühr\r\n', 'windows-1252')])),
    },
    LECTURE_READ,
  ),
  ...values(
    '20 encodings',
    {
      'Shift-JIS': () =>
        readText(
          iconv.encode('講義7：川と橋\n川の水は海まで流れます。橋は石でできています。\n', 'shift_jis'),
        ),
      'a few words of Shift-JIS': () => readText(iconv.encode('川と橋', 'shift_jis')),
    },
    { must: [/川と橋|Shift-JIS/u] },
  ),
  ...values(
    '20 encodings',
    {
      KOI8: () =>
        readText(
          iconv.encode('Мост через реку построили в прошлом веке, и он стоит до сих пор.\n', 'koi8-r'),
        ),
    },
    { must: [/Мост через реку построили в прошлом веке/u] },
  ),
  ...values(
    '20 encodings',
    { 'characters lost before the upload': () => readText(LECTURE.slice(0, 40).replaceAll('ø', '\u{FFFD}')) },
    { must: [/Sm\u{FFFD}rbr\u{FFFD}d/u] },
  ),
  ...values(
    '20 one endless line',
    {
      'of two million characters': () => {
        const text = `${FILLER.repeat(11_000)}The hidden number is eighty three. ${FILLER.repeat(11_000)}`;
        const { passages } = splitDocument(extractTextPages(Buffer.from(text)));
        const longest = Math.max(...passages.map((passage) => passage.text.length));
        const found = passages.findIndex((passage) => passage.text.includes('eighty three'));
        return `${found > 0 ? 'found' : 'lost'}; ${longest <= PASSAGE_CHARACTERS ? 'short' : longest} passages`;
      },
      'without a full stop or space': () => {
        const { passages } = splitDocument(extractTextPages(Buffer.from('lantern'.repeat(200_000))));
        const longest = Math.max(...passages.map((passage) => passage.text.length));
        return `found; ${longest <= PASSAGE_CHARACTERS ? 'short' : longest} passages`;
      },
    },
    { must: [/^found; short passages$/u] },
  ),
];

const isHidden = /[\u{202A}-\u{202E}\u{2066}-\u{2069}]/u;
const address = (given: string): string => {
  const video = readYoutubeAddress(completeAddress(given));
  return video === undefined ? 'another address' : 'id' in video ? video.id : `refused: ${video.fault}`;
};

const others: readonly FileCase[] = [
  ...values(
    '21 names',
    {
      'right-to-left override': () => cleanFileName('notes\u{202E}txt.pdf'),
      'zero width': () => cleanFileName('no\u{200B}testxt.pdf'),
    },
    { must: [/^notestxt\.pdf$/u], mustNot: [isHidden] },
  ),
  ...values(
    '23 YouTube',
    Object.fromEntries(
      [
        'https://www.youtube.com/watch?v=AbC-dEf_12k&list=PL1234567890',
        'youtu.be/AbC-dEf_12k?t=75',
        '  https://m.youtube.com/shorts/AbC-dEf_12k?feature=share ',
        'https://www.youtube-nocookie.com/embed/AbC-dEf_12k',
      ].map((given) => [given, () => address(given)]),
    ),
    { must: [/^AbC-dEf_12k$/u] },
  ),
  ...values(
    '23 YouTube',
    Object.fromEntries(
      [
        'https://www.youtube.com/playlist?list=PL1234567890',
        'https://www.youtube.com/@somechannel',
        'https://youtu.be/',
        'https://www.youtube.com/watch?v=AbC-dEf_12',
      ].map((given) => [given, () => address(given)]),
    ),
    { must: [/^refused: /u] },
  ),
  ...values(
    '23 YouTube',
    Object.fromEntries(
      [
        'https://youtube.com.evil.example/watch?v=AbC-dEf_12k',
        'https://youtube.com@evil.example/watch?v=AbC-dEf_12k',
        'javascript:alert(1)//youtube.com/watch?v=AbC-dEf_12k',
      ].map((given) => [given, () => address(given)]),
    ),
    { must: [/^another address$/u] },
  ),
  ...values(
    '24 markup',
    {
      text: () =>
        readText(
          'Generics\n\nA List<String> names holds texts; if (a < b && b > c) it is sorted.\n\nThe root is \\frac{-b \\pm \\sqrt{b^2 - 4ac}}{2a}, and \\nabla \\times B is a vector.\n\nA family 👨‍👩‍👧‍👦 pays $5 for coffee and $3 for tea; &lt; is shown as it is.',
        ),
    },
    {
      must: [
        /List<String> names/u,
        /if \(a < b && b > c\)/u,
        /\\frac\{-b \\pm \\sqrt\{b\^2 - 4ac\}\}\{2a\}/u,
        /\\nabla \\times B/u,
        /👨‍👩‍👧‍👦/u,
        /\$5 for coffee and \$3 for tea; &lt; is/u,
      ],
    },
  ),
  ...values(
    '24 markup',
    {
      'single backslashes from a model': () => {
        const answer = readJsonAnswer(
          '{"text": "$\\frac{a}{b} \\times \\theta \\rho \\nabla$"}',
          z.object({ text: z.string() }),
        );
        return answer.ok ? answer.object.text : 'refused';
      },
    },
    { must: [/^\$\\frac\{a\}\{b\} \\times \\theta \\rho \\nabla\$$/u] },
  ),
  ...[
    ['a web page', '<!doctype html><html><body>Not found</body></html>', /^markup$/u],
    ['spaces before the header', `\n\n   %PDF-1.7\n`, /^pdf$/u],
    ['nothing', '', /^unknown$/u],
  ].map(([name, content, expected]) => ({
    kind: '25 mislabelled',
    name: String(name),
    read: () => recognizeContent(Buffer.from(String(content))),
    must: [expected as RegExp],
  })),
  ...values('25 mislabelled', { 'blanks only': () => readText('  \n \t\n ') }, { must: [/empty|no text/iu] }),
];

export const TEXT_CASES: readonly FileCase[] = [...encodings, ...others];
