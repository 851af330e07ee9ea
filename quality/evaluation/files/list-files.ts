import { readFile } from 'node:fs/promises';
import iconv from 'iconv-lite';
import { z } from 'zod';
import { cleanFileName } from '#contract/file-names.ts';
import { PASSAGE_CHARACTERS } from '#contract/text-limits.ts';
import { completeAddress, readYoutubeAddress } from '#contract/youtube-address.ts';
import { readJsonAnswer } from '#server/ai/ai-sdk/read-json-answer.ts';
import { decodeText } from '#server/documents/decode-text.ts';
import { recognizeContent } from '#server/documents/recognize-content.ts';
import { splitDocument } from '#server/documents/split-document.ts';
import { parseTranscript } from '#server/documents/subtitles.ts';
import { makeMappedPdf, shift, type MappedLine } from '#server/documents/testing/make-mapped-pdf.ts';
import { extractTextPages } from '#server/documents/text-blocks.ts';
import { makeScan } from '#server/testing/make-scan.ts';
import * as draw from './draw-documents.ts';

/** A file as people have it, and what must be in the text that Lectern stores or in the reason why it refuses the file. */
export interface FileCase {
  readonly kind: string;
  readonly name: string;
  /** @param readPdf reads a PDF like an upload, and returns its text */
  readonly read: (readPdf: (bytes: Uint8Array) => Promise<string>) => Promise<string>;
  readonly must: readonly RegExp[];
  readonly mustNot?: readonly RegExp[];
}

type Expected = Pick<FileCase, 'must' | 'mustNot'>;
type Variants = Readonly<Record<string, () => Promise<Uint8Array>>>;

/** Cases of one kind of PDF that share what is expected. */
const pdfs = (kind: string, variants: Variants, expected: Expected): FileCase[] =>
  Object.entries(variants).map(([name, make]) => ({
    kind,
    name,
    read: async (readPdf) => readPdf(await make()),
    ...expected,
  }));

const values = (
  kind: string,
  variants: Readonly<Record<string, () => string>>,
  expected: Expected,
): FileCase[] =>
  Object.entries(variants).map(([name, make]) => ({
    kind,
    name,
    read: () => Promise.resolve().then(make),
    ...expected,
  }));

const shifted = (character: string): string => shift(character);
const privateUse = (character: string): string =>
  String.fromCodePoint(0xe000 + (character.codePointAt(0) ?? 0));
const mapped = (texts: readonly string[], map?: MappedLine['map']): MappedLine[] =>
  texts.map((text) => ({ text, ...(map === undefined ? {} : { map }) }));
const heading = (text: string): MappedLine => ({ text, font: 'Helvetica-Bold', size: 16, map: shifted });

const TOWN_READ: Expected = {
  must: [
    /seventeen towns/u,
    /frozen water/u,
    /[Ss]ix oxen/u,
    /narrow railway/u,
    /marble quarries of Ondrava/u,
  ],
  mustNot: [/txduulhv|pduech|iurchq/iu, /\p{Co}/u],
};

const textLayers: FileCase[] = [
  ...pdfs(
    '01 text layer without a true table',
    {
      'alphabet shifted by three': () => makeMappedPdf([mapped(draw.TOWN, shifted)]),
      'private-use characters': () => makeMappedPdf([mapped(draw.TOWN, privateUse)]),
      'only page 2': () => makeMappedPdf([mapped(draw.TOWN), mapped(draw.TOWN, shifted), mapped(draw.TOWN)]),
    },
    TOWN_READ,
  ),
  ...pdfs(
    '02 headings garbled',
    {
      'one font of two': () =>
        makeMappedPdf(
          ['Glacier Mechanics', 'Basal sliding', 'Crevasse depth'].map((title) => [
            heading(title),
            ...mapped(draw.TOWN),
          ]),
        ),
    },
    {
      must: [/Glacier Mechanics/u, /Basal sliding/u, /Crevasse depth/u, ...TOWN_READ.must],
      mustNot: [/Jodflhu|Edvdo|Fuhydvvh/u],
    },
  ),
  ...pdfs(
    '03 ligatures',
    {
      kept: () => makeMappedPdf([mapped(draw.LIGATURES, (one) => one)]),
      'without a character': () =>
        makeMappedPdf([mapped(draw.LIGATURES, (one) => (/[\u{FB01}\u{FB02}]/u.test(one) ? '\0' : one))]),
      'a foreign letter': () =>
        makeMappedPdf([
          mapped(draw.LIGATURES, (one) =>
            one === '\u{FB01}' ? '\u{DE}' : one === '\u{FB02}' ? '\u{12B}' : one,
          ),
        ]),
      'another letter': () =>
        makeMappedPdf([mapped(draw.LIGATURES, (one) => (one === '\u{FB01}' ? 'y' : one))]),
      'drawn apart': draw.makeCutWords,
      'left out': () =>
        makeMappedPdf([mapped(draw.LIGATURES, (one) => (/[\u{FB01}\u{FB02}]/u.test(one) ? ' ' : one))]),
    },
    {
      must: [
        'efficient',
        'officer',
        'scientific',
        'reflection',
        'classification',
        'flood',
        'coefficient',
        'flow of traffic',
        'difficult',
      ].map((word) => new RegExp(word, 'u')),
      mustNot: [/[\u{FB00}-\u{FB06}\0]/u],
    },
  ),
  ...pdfs(
    '04 encrypted',
    {
      'a password to open': () =>
        readFile(new URL('../../../server/documents/testing/encrypted.pdf', import.meta.url)),
    },
    { must: [/password/iu], mustNot: [/exception|pdfium|undefined/iu] },
  ),
  ...pdfs(
    '06 earlier recognition over a picture',
    {
      poor: () =>
        draw.makeLayeredScan(draw.SCANNED, [
          'Tbe rnarble qnarries of Ondrava snpplied scventeen towns aloug tbe river.',
          'In wiuter tbe frozeu watcr sp1it tbe stoue witbout auy powder at al1.',
        ]),
      'a stamp only': () =>
        draw.makeLayeredScan(
          ['', ...draw.SCANNED],
          ['Scanned by the county library, copy 4 of 12, do not remove.'],
          {
            size: 6,
          },
        ),
      'of another page': () =>
        draw.makeLayeredScan(draw.SCANNED, [
          'Plum cake needs two eggs and a spoon of brown sugar.',
          'Stir the batter for as long as it takes to boil tea.',
        ]),
    },
    { must: TOWN_READ.must, mustNot: [/rnarble|qnarries|scventeen|plum cake/iu] },
  ),
];

const HANDOUT: Expected = {
  must: [
    /Tides[^]*twice a day[^]*Harbour walls[^]*absorbs waves[^]*reflects them[^]*Dredging[^]*nine metres[^]*Quiz topics/u,
    /The moon pulls the sea twice a day/u,
    /A wall of loose stones absorbs waves/u,
  ],
  mustNot: [/twice a day\.?\s*•?\s*A wall/u, /Tides Harbour walls/u],
};

const pages: FileCase[] = [
  ...pdfs(
    '05 turned pages',
    {
      'by 90°': () => draw.makeTurnedPages(1),
      'by 180°': () => draw.makeTurnedPages(2),
      'by 270°': () => draw.makeTurnedPages(3),
      'a scan by 90°': () => makeScan([draw.SCANNED], 1),
      'a scan upside down': () => makeScan([draw.SCANNED], 2),
    },
    {
      must: [...TOWN_READ.must, /seventeen towns along the river\.\s+(?:• )?In winter/u],
    },
  ),
  ...pdfs(
    '05 handouts',
    {
      deck: draw.makeDeck,
      'two with frames': () => draw.makeHandout(2, true),
      'two without frames': () => draw.makeHandout(2, false),
      'four with frames': () => draw.makeHandout(4, true),
      'four without frames': () => draw.makeHandout(4, false),
    },
    HANDOUT,
  ),
  ...pdfs(
    '05 sideways table',
    { upright: draw.makeSidewaysTable },
    {
      must: [
        /North gate\W{0,12}9\.4 metres\W{0,12}8\.1 metres/u,
        /Light tower\W{0,12}11\.8 metres\W{0,12}10\.9 metres/u,
      ],
    },
  ),
  ...pdfs(
    '07 two columns',
    {
      'drawn by columns': () => draw.makePaper('columns'),
      'drawn by rows': () => draw.makePaper('rows'),
      'drawn backwards': () => draw.makePaper('reversed'),
      'of two pages': () => draw.makePaper('rows', 2),
    },
    {
      must: [
        /beam dried and lay flat[^]*careless draughtsmanship/u,
        /on market days the count reached three hundred/u,
        /A salt cart paid four coins, a hay cart only one/u,
        /travellers who waited/u,
        /measured with a cord\./u,
        /bought two loaves/u,
      ],
      mustNot: [/Journal of Old Timber/u, /^\s*4[45]\s*$/mu, /market days\W+¹? ?The curve/u],
    },
  ),
  ...pdfs(
    '08 notes of slides',
    {
      'after the slides': () => draw.makeNotes('after-slides'),
      'on pages of notes only': () => draw.makeNotes('pages-only'),
      'in annotations': () => draw.makeNotes('annotations'),
    },
    {
      must: [
        /Tides[^]*twice a day[^]*eleven kilograms[^]*Harbour walls[^]*hive in December[^]*Dredging[^]*nine metres[^]*Late frost/u,
      ],
      mustNot: [/twice a day[^]*twice a day/u],
    },
  ),
  ...pdfs(
    '09 tables',
    {
      ruled: () => draw.makeTable('ruled', 'rows'),
      'ruled, drawn by columns': () => draw.makeTable('ruled', 'columns'),
      'head ruled off': () => draw.makeTable('head ruled', 'rows'),
      'without lines': () => draw.makeTable('bare', 'rows'),
      'without lines, drawn by columns': () => draw.makeTable('bare', 'columns'),
      'numbers to the right': () => draw.makeTable('numbers right', 'rows'),
    },
    {
      must: [
        /Tin\W{0,8}232 °C\W{0,8}7\.3\W{0,8}valley of Arn/u,
        /Lead\W{0,8}327 °C\W{0,8}11\.3\W{0,8}mines of Pell, after the flood/u,
        /Zinc \| 420 °C \| – \| late, in closed pots/u,
        /Copper\W{0,8}1085 °C\W{0,8}8\.9\W{0,8}island of Korsa/u,
      ],
      mustNot: [/colour\. \|/u],
    },
  ),
  ...pdfs(
    '09 tables',
    { 'continued, with a head over columns': draw.makeLongTable },
    {
      must: [
        /Brae\W{0,8}41\W{0,8}96\W{0,8}118\W{0,8}240/u,
        /Sund \| 55 \| – \| 102 \| 198/u,
        /Voss\W{0,8}62\W{0,8}71\W{0,8}133\W{0,8}251/u,
        /Coast year/u,
      ],
    },
  ),
  ...pdfs(
    '10 formulas',
    { 'raised and lowered': draw.makeScripts },
    { must: [/6\.02 × 10²³ particles/u, /4 × 10⁻⁹ metres/u, /E = mc² in/u, /H₂SO₄ burns/u, /Ca²⁺ moves/u] },
  ),
  ...pdfs(
    '10 formulas',
    { fractions: draw.makeFractions },
    { must: [/R = U\/I for every wire/u, /v = \(a \+ b\)\/\(2t\) on such/u] },
  ),
  ...pdfs(
    '10 formulas',
    { 'drawn as outlines': draw.makeDrawnFormula },
    { must: [/linked by \[formula\]\s+For a lamp/u] },
  ),
  ...pdfs(
    'slides with code beside drawings',
    { deck: draw.makeCodeSlides },
    {
      must: [
        /^The class Worker$/mu,
        /import java\.util\.Worker;\n\s*import java\.util\.List;/u,
        /class Worker \{\n {2}int size = 3;\n {2}void run\(\) \{ work\(\); \}\n\}/u,
        /• A worker runs by itself\.\n• It ends with its last statement\./u,
        /waiting or blocked/u,
      ],
      mustNot: [/Concurrent programs/u, /Worker import/u, /\} (?:new|runnable|waiting)/u],
    },
  ),
  ...pdfs(
    'slides with code beside drawings',
    {
      'drawing to the left': () => draw.makeDrawingSlides('left'),
      'drawing to the right': () => draw.makeDrawingSlides('right'),
    },
    {
      must: [
        /^About Threads$/mu,
        /New threads are\s+(?:• )?subclasses of a class/u,
        /• Graphical user interfaces wait for events\.\n• Servers wait for the next request of a client\./u,
        /waiting or blocked/u,
      ],
    },
  ),
  ...pdfs(
    'design of a deck',
    { 'one slide': draw.makeLoneSlide },
    { must: [/Tides[^]*twice a day/u], mustNot: [/spring term/u, /^7$/mu] },
  ),
];

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
/** WebVTT whose cues show the line before, too. */
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

const captions: FileCase[] = [
  ...values(
    '19 subtitles',
    {
      plain: () => readCaptions(SRT),
      'CRLF and a mark': () => readCaptions(`\u{FEFF}${SRT.replaceAll('\n', '\r\n')}`),
      'CR only': () => readCaptions(SRT.replaceAll('\n', '\r')),
      'without milliseconds': () =>
        readCaptions(SPOKEN.map((text, index) => srtCue(text, index, '0:0:*')).join('\n')),
      'points in times': () => readCaptions(SRT.replaceAll(',000', '.000')),
      'without numbers': () => readCaptions(SRT.replaceAll(/^\d+\n/gmu, '')),
      'blank lines': () => readCaptions(`\n\n${SRT.replace('arches. It', 'arches.\n\nIt')}`),
      'a line with one blank': () => readCaptions(SRT.replace('arches. It', 'arches.\n \nIt')),
      tags: () =>
        readCaptions(
          SRT.replace('Welcome', '{\\an8}<i>Welcome</i>').replace(
            'The longest',
            '<font color="#fff">The</font> longest',
          ),
        ),
      entities: () => readCaptions(SRT.replace('a < b && b > c', 'a &lt; b &amp;&amp; b &gt; c')),
      'coordinates behind times': () =>
        readCaptions(SRT.replaceAll(/(?<=> .*)$/gmu, '  X1:40 X2:600 Y1:20 Y2:50')),
      'names of cues': () => readCaptions(SRT.replaceAll(/^(\d)$/gmu, 'intro-$1')),
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
      'after hour one hundred': () =>
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
      'numbers as words': () =>
        readCaptions(['47', '1897'].map((text, index) => srtCue(text, index)).join('\n')),
    },
    { must: [/^47\n1897\n2 cues/u] },
  ),
  ...values(
    '26 rolling captions',
    {
      'two lines': () => readCaptions(roll((line) => line)),
      'with times of words': () =>
        readCaptions(roll((line) => line.replaceAll(/ (\S+)/gu, '<00:00:01.500><c> $1</c>'))),
    },
    {
      must: [
        /^welcome to the lecture\s+about rivers and bridges\s+no no that is wrong\s+it was built of stone\n4 cues/u,
      ],
    },
  ),
];

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

const texts: FileCase[] = [
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
      'a pasted line': () =>
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
    { 'characters lost before': () => readText(LECTURE.replaceAll('ø', '\u{FFFD}')) },
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
      'without a full stop or a blank': () => {
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

const others: FileCase[] = [
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
      'single backslashes of a model': () => {
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
    ['blanks before the header', `\n\n   %PDF-1.7\n`, /^pdf$/u],
    ['nothing', '', /^unknown$/u],
  ].map(([name, content, expected]) => ({
    kind: '25 mislabelled',
    name: String(name),
    read: () => recognizeContent(Buffer.from(String(content))),
    must: [expected as RegExp],
  })),
  ...values('25 mislabelled', { 'blanks only': () => readText('  \n \t\n ') }, { must: [/empty|no text/iu] }),
];

export const FILE_CASES: readonly FileCase[] = [...textLayers, ...pages, ...captions, ...texts, ...others];
