import { expect, test } from 'vitest';
import { extractPdfPages } from './extract-pdf-pages.ts';
import { loadPdfium } from './pdfium.ts';
import { makePdf } from './testing/make-pdf.ts';

test('a letter may have two accents', async () => {
  const bytes = await makePdf((pdf, { body }) => {
    const page = pdf.addPage([612, 792]);
    page.drawText('The harbour of Hu', { x: 72, y: 700, size: 12, font: body });
    const x = 72 + body.widthOfTextAtSize('The harbour of Hu', 12);
    for (const [accent, y] of [
      ['\u02c6', 700],
      ['\u00b4', 703],
    ] as const)
      page.drawText(accent, { x: x + 0.6, y, size: 12, font: body });
    page.drawText('e is old.', { x, y: 700, size: 12, font: body });
  });
  const [page] = extractPdfPages(await loadPdfium(), bytes);
  expect(page?.blocks.map(({ text }) => text)).toEqual(['The harbour of Huế is old.']);
});

test('an accent is over the letter below it, whether Unicode has a character for both or not', async () => {
  const bytes = await makePdf((pdf, { body }) => {
    const page = pdf.addPage([612, 792]);
    const width = (text: string) => body.widthOfTextAtSize(text, 12);
    page.drawText('The value x', { x: 72, y: 700, size: 12, font: body });
    page.drawText('\u02c6', { x: 72 + width('The value ') + 1, y: 700, size: 12, font: body });
    page.drawText('of each is a mean.', { x: 72 + width('The value x '), y: 700, size: 12, font: body });
  });
  const [page] = extractPdfPages(await loadPdfium(), bytes);
  expect(page?.blocks.map(({ text }) => text)).toEqual(['The value x\u0302 of each is a mean.']);
});
