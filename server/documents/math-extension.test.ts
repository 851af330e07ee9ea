import { StandardFonts } from 'pdf-lib';
import { expect, test } from 'vitest';
import { extractPdfPages } from './extract-pdf-pages.ts';
import { joinDelimiters } from './math-extension.ts';
import { loadPdfium } from './pdfium.ts';
import { makePdf } from './testing/make-pdf.ts';

test('roots on the lines of their numbers stay there', async () => {
  const bytes = await makePdf((pdf, { body }) => {
    const page = pdf.addPage([612, 792]);
    const symbols = pdf.embedStandardFont(StandardFonts.Symbol);
    for (const [index, text] of ['2 is irrational.', '3 is irrational.'].entries()) {
      const y = 700 - 12 * index;
      page.drawText('√', { x: 72, y, size: 12, font: symbols });
      page.drawText(text, { x: 72 + symbols.widthOfTextAtSize('√', 12), y, size: 12, font: body });
    }
  });
  const [page] = extractPdfPages(await loadPdfium(), bytes);
  expect(page?.blocks.map(({ text }) => text).join(' ')).toBe('√2 is irrational. √3 is irrational.');
});

const at = (text: string, left: number, top: number) => ({
  ...{ text, left, size: 10, top, bottom: top + 10 },
  extent: { top, bottom: top + 10 },
});
const joined = (...words: ReturnType<typeof at>[]) => joinDelimiters(words).map(({ text }) => text);

test('joins the parts of one root, but no two roots', () => {
  expect(joined(at('⎪', 10, 0), at('⎪', 10, 10), at('√', 2, 20))).toEqual(['√']);
  expect(joined(at('√', 2, 0), at('√', 8, 0))).toEqual(['√', '√']);
});
