import type { PDFDocument, PDFPage } from 'pdf-lib';
import { expect, test } from 'vitest';
import { extractPdfPages } from './extract-pdf-pages.ts';
import { loadPdfium } from './pdfium.ts';
import { makePdf, type TestFonts } from './testing/make-pdf.ts';

const [size, line] = [10, 700];

async function readText(draw: (page: PDFPage, fonts: TestFonts, pdf: PDFDocument) => void): Promise<string> {
  const bytes = await makePdf((pdf, fonts) => {
    const page = pdf.addPage([612, 792]);
    draw(page, fonts, pdf);
    page.drawText('Each of them is one name, as the whole paper says.', {
      x: 72,
      y: 600,
      size,
      font: fonts.body,
    });
  });
  const blocks = extractPdfPages(await loadPdfium(), bytes).flatMap((page) => page.blocks);
  return blocks[0]?.text ?? '';
}

/** Writes "T", which is wider than its width, and the kerning behind it, as TeX does. */
function drawKerned(pdf: PDFDocument, page: PDFPage, x: number, kerning: number): void {
  const { context } = pdf;
  const glyph = (width: number, ink: number) =>
    context.register(context.stream(`${width} 0 0 0 ${ink} 700 d1 0 0 ${ink} 700 re f`));
  const font = context.obj({
    Type: 'Font',
    Subtype: 'Type3',
    BaseFont: 'CMMI10',
    FontBBox: [0, 0, 1000, 1000],
    FontMatrix: [0.001, 0, 0, 0.001, 0, 0],
    FirstChar: 73,
    LastChar: 84,
    Widths: [440, 0, 0, 680, 0, 0, 0, 0, 0, 0, 0, 584],
    Encoding: { Type: 'Encoding', Differences: [73, 'I', 76, 'L', 84, 'T'] },
    CharProcs: context.obj({ I: glyph(440, 440), L: glyph(680, 680), T: glyph(584, 710) }),
  });
  const name = page.node.newFontDictionary('Italic', context.register(font));
  const drawing = `BT ${name.toString()} ${size} Tf ${x} ${line} Td [(T) ${-kerning} (ILL)] TJ ET`;
  page.node.addContentStream(context.register(context.stream(drawing)));
}

test.each([
  ['the kerning of a letter', 139, 'The name TILL'],
  ['a space', 350, 'The name T ILL'],
])('reads %s in a name in italics', async (_, kerning, text) => {
  const read = await readText((page, { body }, pdf) => {
    page.drawText('The name', { x: 72, y: line, size, font: body });
    drawKerned(pdf, page, 72 + body.widthOfTextAtSize('The name ', size), kerning);
  });
  expect(read).toBe(text);
});

test.each([
  ['an underscore', 3, 0, 'Call join_update first.'],
  ['a long underscore below the line', size / 2, 0.11 * size, 'Call join_update first.'],
  ['a blank to fill in', 12, 0, 'Call join update first.'],
  ['an underline far below them', 3, 0.2 * size, 'Call join update first.'],
])('reads a line between two words as %s', async (_, length, drop, text) => {
  const read = await readText((page, { body }) => {
    const right = 72 + body.widthOfTextAtSize('Call join', size) + 0.5;
    page.drawText('Call join', { x: 72, y: line, size, font: body });
    const y = line - drop;
    page.drawLine({ start: { x: right, y }, end: { x: right + length, y }, thickness: 0.4 });
    page.drawText('update first.', { x: right + length + 0.1, y: line, size, font: body });
  });
  expect(read).toBe(text);
});
