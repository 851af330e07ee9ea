import { rgb, type PDFDocument, type PDFPage } from 'pdf-lib';
import { expect, test } from 'vitest';
import { extractPdfPages } from '../extract-pdf-pages.ts';
import { loadPdfium, type Pdfium } from '../pdfium.ts';
import { makePdf, type TestFonts } from '../testing/make-pdf.ts';

interface Glyph {
  readonly font: string;
  readonly code: number;
  /** What the font maps the glyph to, in UTF-16 and hexadecimal. */
  readonly unicode?: string;
  readonly x: number;
  readonly y?: number;
  readonly size?: number;
  /** Drawn below its position. */
  readonly hangs?: boolean;
}

const [size, line] = [12, 700];

function drawGlyph(
  pdf: PDFDocument,
  page: PDFPage,
  { font: name, code, unicode, x, y = line, size: own = size, hangs = false }: Glyph,
): void {
  const { context } = pdf;
  const hex = code.toString(16).padStart(2, '0');
  const map = `1 begincodespacerange <00> <ff> endcodespacerange 1 beginbfchar <${hex}> <${unicode}> endbfchar`;
  const font = context.obj({
    Type: 'Font',
    Subtype: 'Type3',
    BaseFont: name,
    FontBBox: [0, 0, 1000, 1000],
    FontMatrix: [0.001, 0, 0, 0.001, 0, 0],
    FirstChar: code,
    LastChar: code,
    Widths: [500],
    Encoding: { Type: 'Encoding', Differences: [code, 'glyph'] },
    CharProcs: context.obj({
      glyph: context.register(
        context.stream(
          hangs ? '500 0 0 -700 400 0 d1 0 -700 400 700 re f' : '500 0 0 0 400 700 d1 0 0 400 700 re f',
        ),
      ),
    }),
    ...(unicode === undefined
      ? {}
      : { ToUnicode: context.register(context.stream(`begincmap ${map} endcmap`)) }),
  });
  const key = page.node.newFontDictionary('Glyph', context.register(font));
  const drawing = `BT ${key.toString()} ${own} Tf ${x} ${y} Td <${hex}> Tj ET`;
  page.node.addContentStream(context.register(context.stream(drawing)));
}

type Draw = (tools: {
  readonly page: PDFPage;
  readonly fonts: TestFonts;
  readonly write: (text: string, x: number, y?: number, font?: keyof TestFonts, size?: number) => void;
  readonly glyph: (glyph: Glyph) => void;
}) => void;

async function readTexts(draw: Draw, producer = 'a program'): Promise<string[]> {
  const bytes = await makePdf((pdf, fonts) => {
    pdf.setProducer(producer);
    const page = pdf.addPage([612, 792]);
    draw({
      page,
      fonts,
      write: (text, x, y = line, font = 'body', own = size) =>
        page.drawText(text, { x, y, size: own, font: fonts[font] }),
      glyph: (glyph) => drawGlyph(pdf, page, glyph),
    });
  });
  return extractPdfPages(await loadPdfium(), bytes).flatMap(({ blocks }) => blocks.map(({ text }) => text));
}

test('reads the characters of a symbol font by their codes', async () => {
  const texts = await readTexts(({ write, glyph }) => {
    write('If the width', 72);
    glyph({ font: 'Symbol', code: 0x74, unicode: 'F074', x: 138 });
    write('is large, it will be smooth.', 148);
  });
  expect(texts).toEqual(['If the width τ is large, it will be smooth.']);
});

test('replaces a formula by a note where its font maps a glyph to no character', async () => {
  const texts = await readTexts(({ write, glyph, fonts }) => {
    write('We define the meaning', 72);
    const x = 72 + fonts.body.widthOfTextAtSize('We define the meaning ', size);
    glyph({ font: 'Formulas', code: 0x83, x });
    write('x', x + 6, line, 'code');
    glyph({ font: 'Formulas', code: 0x84, x: x + 14 });
    write('of a word as a set.', x + 26);
  });
  expect(texts).toEqual(['We define the meaning [formula] of a word as a set.']);
});

test('takes no picture of a font of pictures for a formula', async () => {
  const texts = await readTexts(({ write, glyph, fonts }) => {
    write('Write to', 72);
    const x = 72 + fonts.body.widthOfTextAtSize('Write to ', size);
    glyph({ font: 'Wingdings', code: 0xa4, x });
    write('the office of the faculty.', x + 12);
  });
  expect(texts).toEqual(['Write to the office of the faculty.']);
});

test('replaces a formula by a note where an index cannot be joined to its variable', async () => {
  const texts = await readTexts(({ write }) => {
    write('The index is far from its variable here:', 72, 720);
    write('a = b', 72, line, 'code');
    write('and the text continues below the formula.', 72, 680);
    // Written last, in another order than it is read.
    write('i', 79.5, line - 3, 'code', 6);
  });
  expect(texts.join(' ')).toBe(
    'The index is far from its variable here: [formula] and the text continues below the formula.',
  );
});

test('replaces a formula by a note where a line is above its letters, and keeps the head of a table', async () => {
  const texts = await readTexts(({ write, page }) => {
    write('The mean of all values is written like this:', 72, 720);
    write('x = n', 72, line, 'code');
    page.drawLine({ start: { x: 72, y: line + 9 }, end: { x: 79, y: line + 9 }, thickness: 0.5 });
    write('It is the usual way of writing it.', 72, 680);
    write('RU RC', 72, 600, 'code');
    page.drawLine({ start: { x: 72, y: 609 }, end: { x: 108, y: 609 }, thickness: 0.5 });
  });
  expect(texts.join(' ')).toBe(
    'The mean of all values is written like this: [formula] It is the usual way of writing it. RU RC',
  );
});

test('replaces a formula by a note where its parentheses are drawn', async () => {
  const texts = await readTexts(({ write, page, fonts }) => {
    write('The signal is called', 72);
    const x = 72 + fonts.body.widthOfTextAtSize('The signal is called ', size);
    write('f t', x, line, 'code');
    write('in this text.', x + 34);
    const parenthesis = (at: number) => `M ${at} 0 C ${at - 3} 3 ${at - 3} 9 ${at} 12 L ${at + 1} 12 Z`;
    page.drawSvgPath(`${parenthesis(0)} ${parenthesis(14)}`, {
      x: x + 11,
      y: line + 10,
      color: rgb(0, 0, 0),
    });
  });
  expect(texts).toEqual(['The signal is called [formula] in this text.']);
});

test('replaces a formula by a note where its root is drawn', async () => {
  const texts = await readTexts(({ write, page, fonts }) => {
    write('The length is called', 72);
    const x = 72 + fonts.body.widthOfTextAtSize('The length is called ', size);
    write('r = x+y', x, line, 'code');
    write('in this text.', x + 58);
    page.drawSvgPath('M 0 7 L 2 6 L 4 11 L 6 0 L 30 0 L 30 1 L 7 1 L 4 13 L 1 8 Z', {
      x: x + 21,
      y: line + 10,
      color: rgb(0, 0, 0),
    });
  });
  expect(texts).toEqual(['The length is called [formula] in this text.']);
});

test('distrusts the exponents of a mathematical font in files of macOS', async () => {
  const draw: Draw = ({ write, glyph }) => {
    write('The power is', 72);
    glyph({ font: 'CambriaMath', code: 0x28, unicode: 'D835DC41', x: 144 });
    glyph({ font: 'CambriaMath', code: 0x33, unicode: '0033', x: 150, y: line - 2, size: 8 });
    write('in all of them.', 160);
  };
  expect(await readTexts(draw)).toEqual(['The power is N₃ in all of them.']);
  expect(await readTexts(draw, 'Mac OS X 10.13.6 Quartz PDFContext')).toEqual([
    'The power is [formula] in all of them.',
  ]);
});

test('keeps the words of a bold heading next to a formula', async () => {
  const texts = await readTexts(({ write, page, fonts }) => {
    write('Stability of the map', 72, line, 'bold');
    const x = 72 + fonts.bold.widthOfTextAtSize('Stability of the map ', size);
    write('x = n', x, line, 'code');
    page.drawLine({ start: { x, y: line + 9 }, end: { x: x + 7, y: line + 9 }, thickness: 0.5 });
    for (const row of [1, 2, 3]) write('Some text in the usual face of this page.', 72, line - 40 - row * 14);
  });
  expect(texts[0]).toBe('Stability of the map [formula]');
});

test('notes a lost glyph at the end of its line', async () => {
  const texts = await readTexts(({ write, glyph, fonts }) => {
    write('The sum of the series converges to', 72);
    const x = 72 + fonts.body.widthOfTextAtSize('The sum of the series converges to ', size);
    glyph({ font: 'Formulas', code: 0x83, x });
  });
  expect(texts).toEqual(['The sum of the series converges to [formula]']);
});

test('keeps a number in a ring', async () => {
  const texts = await readTexts(({ write, page }) => {
    write('See step', 72);
    write('3', 130, line, 'code');
    write('of the method for the details.', 150);
    for (const radius of [8, 9])
      page.drawCircle({ x: 133, y: line + 4, size: radius, borderWidth: 0.5, borderColor: rgb(0, 0, 0) });
  });
  expect(texts.join(' ')).toContain('3');
});

test('formulas on a line keep the word between them', async () => {
  const texts = await readTexts(({ write, glyph, fonts }) => {
    write('In this chapter', 72);
    const x = 72 + fonts.body.widthOfTextAtSize('In this chapter ', size);
    glyph({ font: 'Formulas', code: 0x83, x });
    write('is', x + 9);
    glyph({ font: 'Formulas', code: 0x84, x: x + 21 });
    write('for every value.', x + 30);
  });
  expect(texts).toEqual(['In this chapter [formula] is [formula] for every value.']);
});

/** Like `write`, but behind the glyphs drawn before it in the file too. */
function writeNext(page: PDFPage, { body }: TestFonts, text: string, x: number, y: number): void {
  const font = page.node.newFontDictionary('Body', body.ref).toString();
  const drawing = `BT ${font} ${size} Tf ${x} ${y} Td (${text}) Tj ET`;
  page.node.addContentStream(page.doc.context.register(page.doc.context.stream(drawing)));
}

test('notes a glyph on the line of its text, even if its font hangs from the line and states another size', async () => {
  const texts = await readTexts(({ page, write, glyph, fonts }) => {
    for (const row of [1, 2]) write('A line of text above the one with a sign.', 72, line + 15 * row);
    write('We obtain this', 72);
    const x = 72 + fonts.body.widthOfTextAtSize('We obtain this ', size);
    glyph({ font: 'Formulas', code: 0x03, x, y: line + 12, size: 18, hangs: true });
    writeNext(page, fonts, 'restriction for two elements.', x + 12, line);
    writeNext(page, fonts, 'It holds for all of them.', 72, line - 15);
  });
  expect(texts.join(' ')).toContain('We obtain this [formula] restriction for two elements. It holds');
});

test('a glyph is a bullet only with a gap behind it', async () => {
  const texts = await readTexts(({ page, glyph, fonts }) => {
    for (const [row, gap] of [12, 12, 7].entries()) {
      const y = line - 40 * row;
      glyph({ font: 'Formulas', code: 0x07, x: 72, y: row === 1 ? y + 9 : y, hangs: row === 1 });
      writeNext(page, fonts, `node of row ${row}`, 72 + gap, y);
    }
  });
  expect(texts).toEqual(['• node of row 0', '• node of row 1', 'node of row 2']);
});

test('measures the gap behind a bullet in the size of the text, unless the file contains a space', async () => {
  const texts = await readTexts(({ page, glyph, fonts }) => {
    glyph({ font: 'Formulas', code: 0x07, x: 72, size: 20 });
    writeNext(page, fonts, 'A node of the first row.', 85, line);
    glyph({ font: 'Formulas', code: 0x07, x: 72, y: line - 40 });
    writeNext(page, fonts, ' A node of the second row.', 76.5, line - 40);
  });
  expect(texts).toEqual(['• A node of the first row.', '• A node of the second row.']);
});

test('a glyph with an index is no bullet', async () => {
  const texts = await readTexts(({ page, fonts, glyph }) => {
    const { body } = fonts;
    writeNext(page, fonts, 'A node is on the right of this one, as shown here:', 72, line + 30);
    glyph({ font: 'Formulas', code: 0x07, x: 72, size: 20 });
    page.drawText('node', { x: 84, y: line - 4, size: 8, font: body });
  });
  expect(texts.join(' ')).not.toContain('•');
});

test('looks only a few characters ahead from a blank glyph', async () => {
  const pdfium = await loadPdfium();
  const count = 300;
  const bytes = await makePdf((pdf, fonts) => {
    const page = pdf.addPage([612, 792]);
    writeNext(page, fonts, 'A line of text above many blank glyphs.', 72, 740);
    for (let index = 0; index < count; index++)
      drawGlyph(pdf, page, { font: 'Formulas', code: 0x07, x: 72, y: 700 - 2 * index, size: 2 });
  });
  let calls = 0;
  const functions: Pdfium['functions'] = {
    ...pdfium.functions,
    // Nothing is drawn of the glyphs.
    FPDFText_GetCharBox: () => {
      calls++;
      return 0;
    },
  };
  extractPdfPages({ ...pdfium, functions }, bytes);
  expect(calls).toBeLessThan(40 * count);
});

test('takes no formula alone in its line for a heading', async () => {
  const bytes = await makePdf((pdf, { body }) => {
    const page = pdf.addPage([612, 792]);
    for (const row of [0, 1, 2, 5, 6])
      page.drawText('A line of the text around the formula.', { x: 72, y: 700 - 15 * row, size, font: body });
    for (const [index, code] of [0x83, 0x84].entries())
      drawGlyph(pdf, page, { font: 'Formulas', code, x: 72 + 11 * index, y: 648, size: 18 });
  });
  const blocks = extractPdfPages(await loadPdfium(), bytes).flatMap((page) => page.blocks);
  expect(blocks.filter(({ text }) => text.includes('[formula]')).map(({ kind }) => kind)).toEqual([
    'paragraph',
  ]);
});
