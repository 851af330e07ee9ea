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

/** One page with this content; `more` are objects from number 7 on. */
const page = (
  content: Part = stream(TEXT),
  more: readonly Part[] = [],
  pageObject = PAGE,
  catalog = '',
): Buffer =>
  write([
    `<</Type/Catalog/Pages 2 0 R${catalog}>>`,
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    pageObject,
    content,
    FONT,
    RESOURCES,
    ...more,
  ]);

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
const inFont = (font: string, more: readonly Part[] = []): Buffer =>
  write([
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    PAGE,
    stream(TEXT),
    font,
    '<</Font<</F1 5 0 R>>>>',
    ...more,
  ]);

/** `text`: read as what it says. `refused`: a clear error. `either`: one of the two, and nothing worse. */
export interface HostilePdf {
  readonly name: string;
  readonly ends: 'text' | 'refused' | 'either';
  readonly make: () => Buffer;
}

export const HOSTILE_PDFS: readonly HostilePdf[] = [
  { name: 'what is harmless', ends: 'text', make: () => page() },
  // Data that swells.
  {
    name: 'a page of 10 GiB in two layers',
    ends: 'refused',
    make: () =>
      page(
        stream(deflateSync(deflateMany(Buffer.alloc(64 * MEBIBYTE, 'q '), 160), { level: 9 }), filters(2)),
      ),
  },
  {
    name: 'a page of 2 GiB in one layer',
    ends: 'refused',
    make: () => page(stream(deflateMany(Buffer.alloc(32 * MEBIBYTE, ' '), 64), '/Filter/FlateDecode')),
  },
  {
    name: 'a page in 40 layers',
    ends: 'either',
    make: () => page(stream(nested(40, Buffer.from(TEXT)), filters(40))),
  },
  {
    name: 'a page with ten thousand filters',
    ends: 'either',
    make: () => page(stream(TEXT, filters(10_000))),
  },
  {
    name: 'runs of one byte, 1 GiB',
    ends: 'refused',
    make: () =>
      page(
        stream(
          deflateMany(Buffer.alloc(2 * MEBIBYTE, Buffer.from([0x81, 0x20])), 8),
          '/Filter[/FlateDecode/RunLengthDecode]',
        ),
      ),
  },
  {
    name: 'LZW that names itself',
    ends: 'either',
    make: () => page(stream(Buffer.alloc(MEBIBYTE, 0x80), '/Filter/LZWDecode')),
  },
  {
    name: 'a predictor of absurd columns',
    ends: 'either',
    make: () =>
      page(
        stream(
          deflateSync(TEXT),
          '/Filter/FlateDecode/DecodeParms<</Predictor 15/Columns 2147483647/Colors 32/BitsPerComponent 16>>',
        ),
      ),
  },
  {
    name: 'a line of 10 MB',
    ends: 'either',
    make: () => page(stream(`BT /F1 12 Tf 50 700 Td (${'word '.repeat(2 * MEBIBYTE)}) Tj ET`)),
  },
  {
    name: 'a word of 5 MB',
    ends: 'either',
    make: () => page(stream(`BT /F1 12 Tf 50 700 Td (${'w'.repeat(5 * MEBIBYTE)}) Tj ET`)),
  },
  { name: 'words all over the page', ends: 'either', make: () => page(stream(scattered(60_000))) },
  {
    name: 'words all in one place',
    ends: 'either',
    make: () => page(stream(`BT /F1 8 Tf ${'1 0 0 1 50 700 Tm (word) Tj\n'.repeat(100_000)}ET`)),
  },
  // Trees without an end.
  {
    name: 'a page tree that holds itself',
    ends: 'refused',
    make: () => write(['<</Type/Catalog/Pages 2 0 R>>', '<</Type/Pages/Kids[2 0 R 2 0 R]/Count 1000>>']),
  },
  {
    name: 'two page trees that hold each other',
    ends: 'refused',
    make: () =>
      write([
        '<</Type/Catalog/Pages 2 0 R>>',
        '<</Type/Pages/Kids[3 0 R]/Count 9>>',
        '<</Type/Pages/Kids[2 0 R]/Count 9/Parent 2 0 R>>',
      ]),
  },
  {
    name: 'a page tree of 50,000 levels',
    ends: 'refused',
    make: () =>
      write([
        '<</Type/Catalog/Pages 2 0 R>>',
        ...Array.from({ length: 50_000 }, (_, level) => `<</Type/Pages/Kids[${level + 3} 0 R]/Count 1>>`),
      ]),
  },
  {
    name: '100,000 pages',
    ends: 'refused',
    make: () =>
      write([
        '<</Type/Catalog/Pages 2 0 R>>',
        `<</Type/Pages/Count 100000/Kids[${Array.from({ length: 100_000 }, (_, index) => `${index + 3} 0 R`).join(' ')}]>>`,
        ...Array.from({ length: 100_000 }, () => '<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>>'),
      ]),
  },
  {
    name: 'a count of 2,147,483,647 pages',
    ends: 'either',
    make: () =>
      write([
        '<</Type/Catalog/Pages 2 0 R>>',
        '<</Type/Pages/Kids[3 0 R]/Count 2147483647>>',
        PAGE,
        stream(TEXT),
        FONT,
        RESOURCES,
      ]),
  },
  {
    name: 'a count below zero',
    ends: 'either',
    make: () =>
      write([
        '<</Type/Catalog/Pages 2 0 R>>',
        '<</Type/Pages/Kids[3 0 R]/Count -5>>',
        PAGE,
        stream(TEXT),
        FONT,
        RESOURCES,
      ]),
  },
  {
    name: '2,000 times one heavy page',
    ends: 'either',
    make: () =>
      write([
        '<</Type/Catalog/Pages 2 0 R>>',
        `<</Type/Pages/Count 2000/Kids[${'3 0 R '.repeat(2_000)}]>>`,
        PAGE,
        stream(deflateSync('q 1 0 0 1 0 0 cm Q '.repeat(60_000)), '/Filter/FlateDecode'),
        FONT,
        RESOURCES,
      ]),
  },
  {
    name: 'a form that draws itself',
    ends: 'either',
    make: () => page(stream(`${TEXT} /X Do`), [form('/X Do /X Do', 7)]),
  },
  {
    name: 'two forms that draw each other',
    ends: 'either',
    make: () => page(stream(`${TEXT} /X Do`), [form('/X Do /X Do', 8), form('/X Do /X Do', 7)]),
  },
  {
    name: 'forms that laugh, ten levels',
    ends: 'either',
    make: () => page(stream('/X Do'), laughingForms(10)),
  },
  { name: 'content that is the page', ends: 'either', make: () => page('3 0 R') },
  {
    name: 'content in 200,000 pieces',
    ends: 'either',
    make: () => page(`[${'7 0 R '.repeat(200_000)}]`, [stream(TEXT)]),
  },
  {
    name: 'an outline, names and a structure in circles',
    ends: 'text',
    make: () =>
      page(
        stream(TEXT),
        ['<</First 7 0 R/Last 7 0 R/Next 7 0 R/Kids[7 0 R]/K 7 0 R/Parent 7 0 R>>'],
        PAGE,
        '/Outlines 7 0 R/Names<</Dests 7 0 R/JavaScript 7 0 R>>/StructTreeRoot 7 0 R/AcroForm 7 0 R',
      ),
  },
  // Syntax without an end.
  {
    name: 'a million open brackets',
    ends: 'either',
    make: () => page(stream(`${TEXT} ${'['.repeat(MEBIBYTE)}`)),
  },
  { name: 'a million open brackets in an object', ends: 'either', make: () => page('['.repeat(MEBIBYTE)) },
  { name: 'a million open dictionaries', ends: 'either', make: () => page('<</A'.repeat(MEBIBYTE / 2)) },
  {
    name: 'a million open parentheses',
    ends: 'either',
    make: () => page(stream(`BT /F1 12 Tf ${'('.repeat(MEBIBYTE)}`)),
  },
  {
    name: 'a million states saved',
    ends: 'either',
    make: () => page(stream(`${'q '.repeat(MEBIBYTE)} ${TEXT}`)),
  },
  {
    name: 'a million marks opened',
    ends: 'either',
    make: () => page(stream(`${'/Span<</ActualText(x)>>BDC '.repeat(200_000)} ${TEXT}`)),
  },
  {
    name: 'a picture in the page without an end',
    ends: 'either',
    make: () => page(stream(`${TEXT} BI /W 99999 /H 99999 /CS /RGB /BPC 8 ID ${'x'.repeat(1_000)}`)),
  },
  {
    name: 'a length that is itself',
    ends: 'either',
    make: () => page(join('<</Length 4 0 R>>stream\n', TEXT, '\nendstream')),
  },
  {
    name: 'a length beyond the file',
    ends: 'either',
    make: () => page(join('<</Length 2147483647>>stream\n', TEXT, '\nendstream')),
  },
  {
    name: 'a length below zero',
    ends: 'either',
    make: () => page(join('<</Length -1>>stream\n', TEXT, '\nendstream')),
  },
  { name: 'an object that is itself', ends: 'either', make: () => page(stream(TEXT), ['7 0 R'], '7 0 R') },
  {
    name: 'the greatest number there is',
    ends: 'either',
    make: () =>
      page(stream(`BT /F1 ${'9'.repeat(400)} Tf ${'9'.repeat(400)} -${'9'.repeat(400)} Td (${WORDS}) Tj ET`)),
  },
  // Numbers that no page has.
  ...['0 0 0 0', '-1e30 -1e30 1e30 1e30', '0 0 1e38 1e38', '600 800 0 0', '(a) (b) null 7 0 R', ''].map(
    (box): HostilePdf => ({
      name: `a page of [${box}]`,
      ends: 'either',
      make: () => page(stream(TEXT), [], PAGE.replace('0 0 600 800', box)),
    }),
  ),
  {
    name: 'a page turned by 2,147,483,647 degrees',
    ends: 'either',
    make: () =>
      page(stream(TEXT), [], PAGE.replace('/Type/Page/', '/Type/Page/Rotate 2147483647/UserUnit 1e30/')),
  },
  {
    name: 'a page turned by 17 degrees',
    ends: 'text',
    make: () => page(stream(TEXT), [], PAGE.replace('/Type/Page/', '/Type/Page/Rotate 17/')),
  },
  {
    name: 'letters of no size, and of all sizes',
    ends: 'either',
    make: () =>
      page(
        stream(
          [0, 1e-30, -12, 1e30]
            .map((size) => `BT /F1 ${size.toFixed(31)} Tf 50 700 Td (${WORDS}) Tj ET`)
            .join(' '),
        ),
      ),
  },
  { name: 'a matrix without an inverse', ends: 'either', make: () => page(stream(`0 0 0 0 0 0 cm ${TEXT}`)) },
  {
    name: 'a matrix of infinities',
    ends: 'either',
    make: () =>
      page(stream(`BT /F1 12 Tf 1e38 1e38 1e38 1e38 1e38 1e38 Tm 1e38 0 0 1e38 0 0 Tm (${WORDS}) Tj ET`)),
  },
  // Fonts.
  {
    name: 'a font that is its own descendant',
    ends: 'either',
    make: () => inFont('<</Type/Font/Subtype/Type0/BaseFont/X/Encoding/Identity-H/DescendantFonts[5 0 R]>>'),
  },
  {
    name: 'a font of 20 MB that is none',
    ends: 'either',
    make: () =>
      inFont('<</Type/Font/Subtype/TrueType/BaseFont/X/FontDescriptor 7 0 R>>', [
        '<</Type/FontDescriptor/FontName/X/Flags 4/FontFile2 8 0 R>>',
        stream(deflateMany(Buffer.alloc(MEBIBYTE, 'OTTO'), 20), '/Filter/FlateDecode'),
      ]),
  },
  {
    name: 'letters that draw themselves',
    ends: 'either',
    make: () =>
      inFont(
        '<</Type/Font/Subtype/Type3/FontBBox[0 0 9 9]/FontMatrix[1 0 0 1 0 0]/FirstChar 0/LastChar 255/Widths[]/Encoding<</Differences[0 /R]>>/CharProcs<</R 7 0 R>>/Resources<</Font<</F1 5 0 R>>>>>>',
        [stream('9 0 d0 BT /F1 1 Tf (RRRRRRRRRR) Tj ET')],
      ),
  },
  {
    name: 'letters that each mean a thousand',
    ends: 'either',
    make: () =>
      inFont('<</Type/Font/Subtype/Type1/BaseFont/Helvetica/ToUnicode 7 0 R>>', [
        stream(
          toUnicode(
            `255 beginbfchar ${Array.from({ length: 255 }, (_, code) => `<${code.toString(16).padStart(2, '0')}> <${'0041'.repeat(1_000)}>`).join(' ')} endbfchar`,
          ),
        ),
      ]),
  },
  {
    name: 'a range of all letters there are',
    ends: 'either',
    make: () =>
      inFont('<</Type/Font/Subtype/Type1/BaseFont/Helvetica/ToUnicode 7 0 R>>', [
        stream(toUnicode('1 beginbfrange <00000000> <FFFFFFFF> <0041> endbfrange '.repeat(1_000))),
      ]),
  },
  {
    name: 'a table of letters that uses itself',
    ends: 'either',
    make: () =>
      inFont('<</Type/Font/Subtype/Type0/BaseFont/X/Encoding 7 0 R/DescendantFonts[8 0 R]>>', [
        stream('/X usecmap', '/Type/CMap/CMapName/X/UseCMap 7 0 R'),
        '<</Type/Font/Subtype/CIDFontType2/BaseFont/X/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>/W[0 2147483647 500 0 [9 9]]>>',
      ]),
  },
  {
    name: 'a million widths',
    ends: 'either',
    make: () =>
      inFont(
        `<</Type/Font/Subtype/Type1/BaseFont/Helvetica/FirstChar -2147483648/LastChar 2147483647/Widths[${'500 '.repeat(MEBIBYTE)}]>>`,
      ),
  },
  // Cross references.
  {
    name: 'a table before the table before itself',
    ends: 'either',
    make: () =>
      write(
        [
          '<</Type/Catalog/Pages 2 0 R>>',
          '<</Type/Pages/Kids[3 0 R]/Count 1>>',
          PAGE,
          stream(TEXT),
          FONT,
          RESOURCES,
        ],
        'xref\n0 1\n0000000000 65535 f \ntrailer<</Root 1 0 R/Size 7/Prev HERE/XRefStm HERE>>\nstartxref\nHERE\n%%EOF',
      ),
  },
  {
    name: 'a table of 2,147,483,647 objects',
    ends: 'either',
    make: () =>
      write(
        ['<</Type/Catalog/Pages 2 0 R>>'],
        'xref\n0 2147483647\n0000000000 65535 f \ntrailer<</Root 1 0 R/Size 2147483647>>\nstartxref\nHERE\n%%EOF',
      ),
  },
  {
    name: 'a table that begins beyond the file',
    ends: 'either',
    make: () =>
      write(
        [
          '<</Type/Catalog/Pages 2 0 R>>',
          '<</Type/Pages/Kids[3 0 R]/Count 1>>',
          PAGE,
          stream(TEXT),
          FONT,
          RESOURCES,
        ],
        'trailer<</Root 1 0 R/Size 7>>\nstartxref\n99999999999999999999\n%%EOF',
      ),
  },
  {
    name: 'a table in a stream, of absurd widths',
    ends: 'either',
    make: () =>
      write(
        [
          '<</Type/Catalog/Pages 2 0 R>>',
          stream(
            deflateMany(Buffer.alloc(MEBIBYTE), 64),
            '/Type/XRef/Filter/FlateDecode/Size 2147483647/Index[0 2147483647]/W[8 8 8]/Root 1 0 R',
          ),
        ],
        'startxref\n50\n%%EOF',
      ),
  },
  {
    name: 'objects in a stream in that stream',
    ends: 'either',
    make: () =>
      page(stream(TEXT), [stream('7 0 8 5 <<>> <<>>', '/Type/ObjStm/N 2147483647/First 9/Extends 7 0 R')]),
  },
  // Pictures: never decoded, since only text is read.
  ...(['JBIG2Decode', 'JPXDecode', 'DCTDecode', 'CCITTFaxDecode'] as const).map((filter): HostilePdf => ({
    name: `a picture of 100,000 × 100,000 in ${filter}`,
    ends: 'text',
    make: () =>
      page(stream(`${TEXT} q 600 0 0 800 0 0 cm /X Do Q`), [image(filter, Buffer.alloc(10_000, 0xff))]),
  })),
  {
    name: 'a picture that is its own mask',
    ends: 'text',
    make: () =>
      page(stream(`${TEXT} /X Do`), [
        join(
          '<</Type/XObject/Subtype/Image/Width 9/Height 9/BitsPerComponent 8/ColorSpace/DeviceGray/SMask 7 0 R/Length 1>>stream\nx\nendstream',
        ),
      ]),
  },
  // What would do something elsewhere.
  {
    name: 'scripts, launches, addresses and files',
    ends: 'text',
    make: () =>
      page(
        stream(TEXT),
        [
          '<</S/JavaScript/JS(app.alert\\(1\\);this.submitForm\\("http://127.0.0.1/"\\))>>',
          '<</Type/Filespec/F(evil.exe)/EF<</F 9 0 R>>>>',
          stream('MZ evil', '/Type/EmbeddedFile'),
        ],
        PAGE.replace(
          '/Type/Page/',
          '/Type/Page/AA<</O 7 0 R/C 7 0 R>>/Annots[<</Type/Annot/Subtype/Link/Rect[0 0 600 800]/A<</S/Launch/F(cmd.exe)>>>><</Type/Annot/Subtype/Link/Rect[0 0 9 9]/A<</S/URI/URI(javascript:alert(1))>>>>]/',
        ),
        '/OpenAction 7 0 R/AA<</WC 7 0 R>>/Names<</EmbeddedFiles<</Names[(evil.exe) 8 0 R]>>/JavaScript<</Names[(x) 7 0 R]>>>>',
      ),
  },
  {
    name: 'content that stands in another file',
    ends: 'refused',
    make: () => page('<</Length 0/F(/etc/passwd)/FFilter/FlateDecode>>stream\n\nendstream'),
  },
  {
    name: 'an XFA form with an outside entity',
    ends: 'text',
    make: () =>
      page(
        stream(TEXT),
        [
          stream(
            '<?xml version="1.0"?><!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]><xdp:xdp>&e;</xdp:xdp>',
          ),
        ],
        PAGE,
        '/AcroForm<</XFA 7 0 R/Fields[]>>',
      ),
  },
  // Locks.
  ...[
    '/V 99/R 99/Length 99999',
    '/V 4/R 4/CF<</StdCF<</CFM/AESV2/Length 16>>>>/StmF/StdCF/StrF/StdCF',
    '/V 5/R 6/Length 256',
    '/V 1/R 2/Length -8',
  ].map((lock): HostilePdf => ({
    name: `a lock ${lock.slice(0, 12)} of nonsense`,
    ends: 'refused',
    make: () =>
      write(
        [
          '<</Type/Catalog/Pages 2 0 R>>',
          '<</Type/Pages/Kids[3 0 R]/Count 1>>',
          PAGE,
          stream(TEXT),
          FONT,
          RESOURCES,
          `<</Filter/Standard${lock}/O(${'o'.repeat(32)})/U(${'u'.repeat(32)})/P -4>>`,
        ],
        'trailer<</Root 1 0 R/Size 8/Encrypt 7 0 R/ID[(a)(a)]>>\n%%EOF',
      ),
  })),
];
