import { constants, deflateRawSync, deflateSync } from 'node:zlib';

/** PDFs written by hand to crash, fill, stall or mislead what reads them. */

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

const nested = (levels: number, content: Buffer): Buffer =>
  levels === 0 ? content : nested(levels - 1, deflateSync(content, { level: 9 }));

const filters = (count: number): string => `/Filter[${'/FlateDecode'.repeat(count)}]`;

/** Each form draws the next ten times: ten levels are ten thousand million texts. */
const laughingForms = (levels: number): Buffer[] =>
  Array.from({ length: levels }, (_, level) =>
    stream(
      level === levels - 1 ? TEXT : '/N Do '.repeat(10),
      `/Type/XObject/Subtype/Form/BBox[0 0 600 800]/Resources<</Font<</F1 5 0 R>>/XObject<</N ${8 + level} 0 R>>>>`,
    ),
  );

const form = (content: string, next: number): Buffer =>
  stream(
    content,
    `/Type/XObject/Subtype/Form/BBox[0 0 600 800]/Resources<</Font<</F1 5 0 R>>/XObject<</X ${next} 0 R>>>>`,
  );

const image = (filter: string, data: Part, width = 100_000): Buffer =>
  stream(
    data,
    `/Type/XObject/Subtype/Image/Width ${width}/Height ${width}/BitsPerComponent 8/ColorSpace/DeviceRGB/Filter/${filter}`,
  );

const scattered = (count: number): string => {
  let state = 1;
  const next = (below: number): number => {
    state = (state * 48_271) % 2_147_483_647;
    return state % below;
  };
  return `BT /F1 8 Tf ${Array.from({ length: count }, () => `1 0 0 1 ${next(600)} ${next(800)} Tm (word) Tj`).join('\n')} ET`;
};

const toUnicode = (ranges: string): string =>
  `/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /X def 1 begincodespacerange <00> <FF> endcodespacerange ${ranges} endcmap end end`;

/** A page whose text is set in this font. */
const inFont = (font: string, more: readonly Part[] = []): Buffer => page(stream(TEXT), more, { font });

/** `text`: read as what it says. `refused`: a clear error. `either`: one of the two, and nothing worse. */
export type HostilePdf = readonly [ends: 'text' | 'refused' | 'either', name: string, make: () => Buffer];

const MAPPED = '<</Type/Font/Subtype/Type1/BaseFont/Helvetica/ToUnicode 7 0 R>>';
const HUGE = 2_147_483_647;

export const HOSTILE_PDFS: readonly HostilePdf[] = [
  ['text', 'nothing hostile', () => page()],
  // Data that grows when it is decompressed.
  [
    'refused',
    'a page of 10 GiB in two layers',
    () =>
      page(
        stream(deflateSync(deflateMany(Buffer.alloc(64 * MEBIBYTE, 'q '), 160), { level: 9 }), filters(2)),
      ),
  ],
  [
    'refused',
    'a page of 2 GiB in one layer',
    () => page(stream(deflateMany(Buffer.alloc(32 * MEBIBYTE, ' '), 64), '/Filter/FlateDecode')),
  ],
  ['either', 'a page in 40 layers', () => page(stream(nested(40, Buffer.from(TEXT)), filters(40)))],
  ['either', 'a page with ten thousand filters', () => page(stream(TEXT, filters(10_000)))],
  ['either', 'recursive LZW codes', () => page(stream(Buffer.alloc(MEBIBYTE, 0x80), '/Filter/LZWDecode'))],
  [
    'either',
    'a predictor of absurd columns',
    () =>
      page(
        stream(
          deflateSync(TEXT),
          `/Filter/FlateDecode/DecodeParms<</Predictor 15/Columns ${HUGE}/Colors 32>>`,
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
  // Trees without an end.
  [
    'refused',
    'a page tree that contains itself',
    () => write(['<</Type/Catalog/Pages 2 0 R>>', '<</Type/Pages/Kids[2 0 R 2 0 R]/Count 1000>>']),
  ],
  [
    'refused',
    'a page tree of 50,000 levels',
    () =>
      write([
        '<</Type/Catalog/Pages 2 0 R>>',
        ...Array.from({ length: 50_000 }, (_, level) => `<</Type/Pages/Kids[${level + 3} 0 R]/Count 1>>`),
      ]),
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
  ...[HUGE, -5].map((count): HostilePdf => [
    'either',
    `a page count of ${count}`,
    () => page(stream(TEXT), [], { pages: `/Kids[3 0 R]/Count ${count}` }),
  ]),
  [
    'either',
    'one heavy page 2,000 times',
    () =>
      page(stream(deflateSync('q 1 0 0 1 0 0 cm Q '.repeat(60_000)), '/Filter/FlateDecode'), [], {
        pages: `/Count 2000/Kids[${'3 0 R '.repeat(2_000)}]`,
      }),
  ],
  ['either', 'a form that draws itself', () => page(stream(`${TEXT} /X Do`), [form('/X Do /X Do', 7)])],
  ['either', 'ten levels of forms that each draw ten', () => page(stream('/X Do'), laughingForms(10))],
  ['either', 'content in 200,000 pieces', () => page(`[${'7 0 R '.repeat(200_000)}]`, [stream(TEXT)])],
  [
    'text',
    'a circular outline, names and structure',
    () =>
      page(stream(TEXT), ['<</First 7 0 R/Last 7 0 R/Next 7 0 R/Kids[7 0 R]/K 7 0 R/Parent 7 0 R>>'], {
        catalog: '/Outlines 7 0 R/Names<</Dests 7 0 R/JavaScript 7 0 R>>/StructTreeRoot 7 0 R/AcroForm 7 0 R',
      }),
  ],
  // Syntax without an end.
  ['either', 'a million open brackets', () => page('['.repeat(MEBIBYTE))],
  ['either', 'a million open dictionaries', () => page('<</A'.repeat(MEBIBYTE / 2))],
  ['either', 'a million saved states', () => page(stream(`${'q '.repeat(MEBIBYTE)} ${TEXT}`))],
  [
    'either',
    'an unterminated inline image',
    () => page(stream(`${TEXT} BI /W 99999 /H 99999 /CS /RGB /BPC 8 ID ${'x'.repeat(1_000)}`)),
  ],
  ...['4 0 R', String(HUGE)].map((length): HostilePdf => [
    'either',
    `a content length of ${length}`,
    () => page(join(`<</Length ${length}>>stream\n`, TEXT, '\nendstream')),
  ]),
  // Numbers that no page has.
  [
    'either',
    'numbers of 400 digits',
    () =>
      page(stream(`BT /F1 ${'9'.repeat(400)} Tf ${'9'.repeat(400)} -${'9'.repeat(400)} Td (${WORDS}) Tj ET`)),
  ],
  ...['0 0 0 0', '0 0 1e38 1e38', '(a) (b) null 7 0 R'].map((box): HostilePdf => [
    'either',
    `a page box of [${box}]`,
    () => page(stream(TEXT), [], { pageObject: PAGE.replace('0 0 600 800', box) }),
  ]),
  [
    'text',
    'a page rotated by 17 degrees',
    () => page(stream(TEXT), [], { pageObject: PAGE.replace('/Type/Page/', '/Type/Page/Rotate 17/') }),
  ],
  [
    'either',
    'a matrix of infinite values',
    () => page(stream(`BT /F1 12 Tf 1e38 1e38 1e38 1e38 1e38 1e38 Tm 1e38 0 0 1e38 0 0 Tm (${WORDS}) Tj ET`)),
  ],
  // Fonts.
  [
    'either',
    'a font that is its own descendant',
    () => inFont('<</Type/Font/Subtype/Type0/BaseFont/X/Encoding/Identity-H/DescendantFonts[5 0 R]>>'),
  ],
  [
    'either',
    'a font file of 20 MB of noise',
    () =>
      inFont('<</Type/Font/Subtype/TrueType/BaseFont/X/FontDescriptor 7 0 R>>', [
        '<</Type/FontDescriptor/FontName/X/Flags 4/FontFile2 8 0 R>>',
        stream(deflateMany(Buffer.alloc(MEBIBYTE, 'OTTO'), 20), '/Filter/FlateDecode'),
      ]),
  ],
  [
    'either',
    'glyphs that draw themselves',
    () =>
      inFont(
        '<</Type/Font/Subtype/Type3/FontBBox[0 0 9 9]/FontMatrix[1 0 0 1 0 0]/FirstChar 0/LastChar 255/Widths[]/Encoding<</Differences[0 /R]>>/CharProcs<</R 7 0 R>>/Resources<</Font<</F1 5 0 R>>>>>>',
        [stream('9 0 d0 BT /F1 1 Tf (RRRRRRRRRR) Tj ET')],
      ),
  ],
  [
    'either',
    'characters that each map to a thousand',
    () => {
      const codes = Array.from({ length: 255 }, (_, code) => code.toString(16).padStart(2, '0'));
      const meanings = codes.map((code) => `<${code}> <${'0041'.repeat(1_000)}>`).join(' ');
      return inFont(MAPPED, [stream(toUnicode(`255 beginbfchar ${meanings} endbfchar`))]);
    },
  ],
  [
    'either',
    'a range of all characters',
    () =>
      inFont(MAPPED, [
        stream(toUnicode('1 beginbfrange <00000000> <FFFFFFFF> <0041> endbfrange '.repeat(1_000))),
      ]),
  ],
  [
    'either',
    'a million widths',
    () => inFont(`<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Widths[${'500 '.repeat(MEBIBYTE)}]>>`),
  ],
  // Cross-references.
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
    'either',
    'a table in a stream, with absurd widths',
    () =>
      write(
        [
          '<</Type/Catalog/Pages 2 0 R>>',
          stream(
            deflateMany(Buffer.alloc(MEBIBYTE), 64),
            `/Type/XRef/Filter/FlateDecode/Size ${HUGE}/Index[0 ${HUGE}]/W[8 8 8]/Root 1 0 R`,
          ),
        ],
        'startxref\n50\n%%EOF',
      ),
  ],
  [
    'either',
    'an object stream that contains itself',
    () => page(stream(TEXT), [stream('7 0 8 5 <<>> <<>>', `/Type/ObjStm/N ${HUGE}/First 9/Extends 7 0 R`)]),
  ],
  // Pictures: never decoded, since only text is read.
  [
    'text',
    'a picture of 100,000 × 100,000 pixels',
    () =>
      page(stream(`${TEXT} q 600 0 0 800 0 0 cm /X Do Q`), [
        image('JBIG2Decode', Buffer.alloc(10_000, 0xff)),
      ]),
  ],
  // Content that would act outside the document.
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
    'text',
    'an XFA form with an external entity',
    () =>
      page(
        stream(TEXT),
        [
          stream(
            '<?xml version="1.0"?><!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]><xdp:xdp>&e;</xdp:xdp>',
          ),
        ],
        { catalog: '/AcroForm<</XFA 7 0 R/Fields[]>>' },
      ),
  ],
  ...['/V 99/R 99/Length 99999', '/V 5/R 6/Length 256'].map((lock): HostilePdf => [
    'refused',
    `nonsensical encryption ${lock}`,
    () =>
      page(stream(TEXT), [`<</Filter/Standard${lock}/O(${'o'.repeat(32)})/U(${'u'.repeat(32)})/P -4>>`], {
        ending: 'trailer<</Root 1 0 R/Size 8/Encrypt 7 0 R/ID[(a)(a)]>>\n%%EOF',
      }),
  ]),
];
