import { constants, deflateRawSync, deflateSync } from 'node:zlib';

/**
 * PDFs written by hand to crash, fill, stall or mislead what reads them: those whose text, positions or sizes reach Lectern's own code,
 * and one for each way in which the process that reads them ends.
 */

type Part = string | Buffer;
const bytesOf = (part: Part): Buffer => (typeof part === 'string' ? Buffer.from(part, 'latin1') : part);
const join = (...parts: readonly Part[]): Buffer => Buffer.concat(parts.map(bytesOf));

const stream = (content: Part, entries = ''): Buffer =>
  join(`<<${entries}/Length ${bytesOf(content).length}>>stream\n`, content, '\nendstream');

const PAGE = '<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Contents 4 0 R/Resources 6 0 R>>';
const FONT = '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>';
const RESOURCES = '<</Font<</F1 5 0 R>>/XObject<</X 7 0 R/Y 8 0 R>>>>';
export const WORDS = 'Rivers carry sand and gravel from the mountains to the sea.';
const TEXT = `BT /F1 12 Tf 50 700 Td (${WORDS}) Tj ET`;

/** A PDF of these objects, numbered from 1, with a right cross-reference table unless another ending is given. */
function write(objects: readonly Part[], ending?: string): Buffer {
  const parts: Buffer[] = [Buffer.from('%PDF-1.7\n')];
  const offsets: number[] = [];
  let length = parts[0]?.length ?? 0;
  objects.forEach((body, index) => {
    const object = join(`${index + 1} 0 obj\n`, body, '\nendobj\n');
    offsets.push(length);
    parts.push(object);
    length += object.length;
  });
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const size = objects.length + 1;
  const usual = `xref\n0 ${size}\n0000000000 65535 f \n${table}trailer<</Root 1 0 R/Size ${size}>>\nstartxref\n${length}\n%%EOF`;
  parts.push(Buffer.from(ending?.replaceAll('HERE', String(length)) ?? usual, 'latin1'));
  return Buffer.concat(parts);
}

interface Parts {
  readonly pageObject?: string;
  readonly catalog?: string;
  readonly pages?: string;
  readonly font?: string;
  readonly ending?: string;
}

/** One page with this content; `more` are objects from number 7 on. */
const page = (
  content: Part = stream(TEXT),
  more: readonly Part[] = [],
  { pageObject = PAGE, catalog = '', pages = '/Kids[3 0 R]/Count 1', font = FONT, ending }: Parts = {},
): Buffer =>
  write(
    [
      `<</Type/Catalog/Pages 2 0 R${catalog}>>`,
      `<</Type/Pages${pages}>>`,
      pageObject,
      content,
      font,
      RESOURCES,
      ...more,
    ],
    ending,
  );

const MEBIBYTE = 1024 ** 2;

/** Deflated data of `count` times these bytes, without ever holding them. */
function deflateMany(block: Buffer, count: number): Buffer {
  const once = deflateRawSync(block, { level: 9, finishFlush: constants.Z_FULL_FLUSH });
  const end = deflateRawSync(Buffer.alloc(0));
  return Buffer.concat([
    Buffer.from([0x78, 0xda]),
    ...Array.from({ length: count }, () => once),
    end,
    Buffer.alloc(4),
  ]);
}

/** Each form draws the next ten times: ten levels are ten thousand million texts. */
const laughingForms = (levels: number): Buffer[] =>
  Array.from({ length: levels }, (_, level) =>
    stream(
      level === levels - 1 ? TEXT : '/N Do '.repeat(10),
      `/Type/XObject/Subtype/Form/BBox[0 0 600 800]/Resources<</Font<</F1 5 0 R>>/XObject<</N ${8 + level} 0 R>>>>`,
    ),
  );

const scattered = (count: number): string => {
  let state = 1;
  const next = (below: number): number => {
    state = (state * 48_271) % 2_147_483_647;
    return state % below;
  };
  return `BT /F1 8 Tf ${Array.from({ length: count }, () => `1 0 0 1 ${next(600)} ${next(800)} Tm (word) Tj`).join('\n')} ET`;
};

/** `text`: read as what it says. `refused`: a clear error. `either`: one of the two, and nothing worse. */
export type HostilePdf = readonly [ends: 'text' | 'refused' | 'either', name: string, make: () => Buffer];

export const HOSTILE_PDFS: readonly HostilePdf[] = [
  ['text', 'nothing hostile', () => page()],
  [
    'refused',
    'a page of 10 GiB in two layers',
    () =>
      page(
        stream(
          deflateSync(deflateMany(Buffer.alloc(64 * MEBIBYTE, 'q '), 160), { level: 9 }),
          '/Filter[/FlateDecode/FlateDecode]',
        ),
      ),
  ],
  [
    'either',
    'a line of 10 MB',
    () => page(stream(`BT /F1 12 Tf 50 700 Td (${'word '.repeat(2 * MEBIBYTE)}) Tj ET`)),
  ],
  ['either', 'words scattered over the page', () => page(stream(scattered(60_000)))],
  [
    'either',
    'all words in one place',
    () => page(stream(`BT /F1 8 Tf ${'1 0 0 1 50 700 Tm (word) Tj\n'.repeat(100_000)}ET`)),
  ],
  [
    'refused',
    'a page tree that contains itself',
    () => write(['<</Type/Catalog/Pages 2 0 R>>', '<</Type/Pages/Kids[2 0 R 2 0 R]/Count 1000>>']),
  ],
  [
    'refused',
    '100,000 pages',
    () =>
      write([
        '<</Type/Catalog/Pages 2 0 R>>',
        `<</Type/Pages/Count 100000/Kids[${Array.from({ length: 100_000 }, (_, index) => `${index + 3} 0 R`).join(' ')}]>>`,
        ...Array.from({ length: 100_000 }, () => '<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>>'),
      ]),
  ],
  [
    'either',
    'a page count of 2,147,483,647',
    () => page(stream(TEXT), [], { pages: '/Kids[3 0 R]/Count 2147483647' }),
  ],
  [
    'either',
    'one heavy page 2,000 times',
    () =>
      page(stream(deflateSync('q 1 0 0 1 0 0 cm Q '.repeat(60_000)), '/Filter/FlateDecode'), [], {
        pages: `/Count 2000/Kids[${'3 0 R '.repeat(2_000)}]`,
      }),
  ],
  ['either', 'ten levels of forms that each draw ten', () => page(stream('/X Do'), laughingForms(10))],
  ['either', 'a million open brackets', () => page('['.repeat(MEBIBYTE))],
  [
    'either',
    'numbers of 400 digits',
    () =>
      page(stream(`BT /F1 ${'9'.repeat(400)} Tf ${'9'.repeat(400)} -${'9'.repeat(400)} Td (${WORDS}) Tj ET`)),
  ],
  [
    'either',
    'a page of infinite size',
    () => page(stream(TEXT), [], { pageObject: PAGE.replace('0 0 600 800', '0 0 1e38 1e38') }),
  ],
  [
    'either',
    'a matrix of infinite values',
    () => page(stream(`BT /F1 12 Tf 1e38 1e38 1e38 1e38 1e38 1e38 Tm 1e38 0 0 1e38 0 0 Tm (${WORDS}) Tj ET`)),
  ],
  [
    'either',
    'characters that each map to a thousand',
    () => {
      const codes = Array.from({ length: 255 }, (_, code) => code.toString(16).padStart(2, '0'));
      const meanings = codes.map((code) => `<${code}> <${'0041'.repeat(1_000)}>`).join(' ');
      const map = `/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /X def 1 begincodespacerange <00> <FF> endcodespacerange 255 beginbfchar ${meanings} endbfchar endcmap end end`;
      const font = '<</Type/Font/Subtype/Type1/BaseFont/Helvetica/ToUnicode 7 0 R>>';
      return page(stream(TEXT), [stream(map)], { font });
    },
  ],
  [
    'either',
    'a table that names itself as the previous one',
    () =>
      page(stream(TEXT), [], {
        ending:
          'xref\n0 1\n0000000000 65535 f \ntrailer<</Root 1 0 R/Size 7/Prev HERE/XRefStm HERE>>\nstartxref\nHERE\n%%EOF',
      }),
  ],
  [
    'text',
    'a picture of 100,000 × 100,000 pixels',
    () =>
      page(stream(`${TEXT} q 600 0 0 800 0 0 cm /X Do Q`), [
        stream(
          Buffer.alloc(10_000, 0xff),
          '/Type/XObject/Subtype/Image/Width 100000/Height 100000/BitsPerComponent 8/ColorSpace/DeviceRGB/Filter/JBIG2Decode',
        ),
      ]),
  ],
  [
    'text',
    'scripts, launches, addresses and files',
    () =>
      page(
        stream(TEXT),
        [
          '<</S/JavaScript/JS(app.alert\\(1\\);this.submitForm\\("http://127.0.0.1/"\\))>>',
          '<</Type/Filespec/F(evil.exe)/EF<</F 9 0 R>>>>',
          stream('MZ evil', '/Type/EmbeddedFile'),
        ],
        {
          pageObject: PAGE.replace(
            '/Type/Page/',
            '/Type/Page/AA<</O 7 0 R/C 7 0 R>>/Annots[<</Type/Annot/Subtype/Link/Rect[0 0 600 800]/A<</S/Launch/F(cmd.exe)>>>>]/',
          ),
          catalog:
            '/OpenAction 7 0 R/Names<</EmbeddedFiles<</Names[(evil.exe) 8 0 R]>>/JavaScript<</Names[(x) 7 0 R]>>>>',
        },
      ),
  ],
  [
    'refused',
    'content in another file',
    () => page('<</Length 0/F(/etc/passwd)/FFilter/FlateDecode>>stream\n\nendstream'),
  ],
  [
    'refused',
    'nonsensical encryption',
    () =>
      page(stream(TEXT), [`<</Filter/Standard/V 99/R 99/O(${'o'.repeat(32)})/U(${'u'.repeat(32)})/P -4>>`], {
        ending: 'trailer<</Root 1 0 R/Size 8/Encrypt 7 0 R/ID[(a)(a)]>>\n%%EOF',
      }),
  ],
];
