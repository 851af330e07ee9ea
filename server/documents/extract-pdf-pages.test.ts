import { readFileSync } from 'node:fs';
import { beforeAll, expect, test } from 'vitest';
import type { DocumentPage } from './document-blocks.ts';
import { DocumentUnreadableError } from './document-unreadable-error.ts';
import { extractPdfPages } from './extract-pdf-pages.ts';
import { loadPdfium, type Pdfium } from './pdfium.ts';
import { bodySize, drawBook, drawLines, drawPicture, makePdf, wrapText } from './testing/make-pdf.ts';

let pdfium: Pdfium;
beforeAll(async () => {
  pdfium = await loadPdfium();
});

function read(bytes: Uint8Array): readonly DocumentPage[] | string {
  try {
    return extractPdfPages(pdfium, bytes);
  } catch (error) {
    if (error instanceof DocumentUnreadableError) return error.problem;
    throw error;
  }
}

test('reads a book: headings with level, whole sentences, no running heads or page numbers', async () => {
  const pages = extractPdfPages(pdfium, await makePdf((pdf, fonts) => drawBook(pdf, fonts, 12)));
  expect(pages.map(({ page }) => page)).toEqual(Array.from({ length: 12 }, (_, index) => index + 1));
  expect(pages[0]?.blocks[0]).toEqual({ kind: 'heading', text: '1 Chapter about part 1', level: 1 });
  expect(pages[10]?.blocks[0]).toMatchObject({ kind: 'heading', text: '2 Chapter about part 2' });
  const text = pages.flatMap(({ blocks }) => blocks.map((block) => block.text)).join('\n');
  expect(text).not.toContain('Principles of Everything');
  expect(text).not.toMatch(/^\d+$/m);
  expect(text).toContain('The cell regulates the flow of energy in case 0, as was shown before.');
});

test('refuses what cannot be read, and says why', async () => {
  const text = 'The heart pumps blood through the body, and the lungs give it oxygen.';
  const simple = await makePdf((pdf, fonts) =>
    drawLines(pdf.addPage(), wrapText(text, fonts.body, bodySize, 400), { font: fonts.body }),
  );
  const problems = {
    text: read(Buffer.from('This is only text, not a PDF at all.')),
    header: read(Buffer.from('%PDF-1.7\n')),
    truncated: read(simple.subarray(0, simple.length / 3)),
    encrypted: read(readFileSync(new URL('./testing/encrypted.pdf', import.meta.url))),
    picture: read(await makePdf((pdf) => drawPicture(pdf.addPage()))),
    long: read(await makePdf((pdf) => Array.from({ length: 2001 }, () => pdf.addPage()))),
  };
  expect(problems).toEqual({
    text: 'damaged',
    header: 'damaged',
    truncated: 'damaged',
    encrypted: 'encrypted',
    picture: 'no-readable-text',
    long: 'too-many-pages',
  });
});
