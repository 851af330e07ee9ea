import { expect, test } from 'vitest';
import { loadPdfium } from '#server/documents/pdfium.ts';
import { openPdf } from '#server/documents/open-pdf.ts';
import { makePdf } from '#server/documents/testing/make-pdf.ts';
import type { EngineWord } from './open-engine.ts';
import { recognizePage } from './recognize-page.ts';

test("a word recognized a little above the PDF's own word is not added to it", async () => {
  const pdfium = await loadPdfium();
  const bytes = await makePdf((pdf, { body }) => {
    const page = pdf.addPage([612, 792]);
    page.drawText('The harbour was dug by hand in nine winters.', { x: 72, y: 692, size: 10, font: body });
  });
  const word = (text: string, baseline: number): EngineWord => ({
    text,
    // In pixels of a page drawn at 300 dots an inch.
    left: (75 * 300) / 72,
    right: (90 * 300) / 72,
    baseline: (baseline * 300) / 72,
    lineHeight: (9 * 300) / 72,
    confidence: 95,
    follows: false,
  });
  const engine = {
    recognize: () => Promise.resolve([word('harbour', 92), word('Chart', 60)]),
    close: () => Promise.resolve(),
  };
  const pdf = openPdf(pdfium, bytes);
  const page = pdfium.functions.FPDF_LoadPage(pdf.document, 0);
  try {
    const { words } = await recognizePage(pdfium, page, engine);
    const texts = words.map(({ text }) => text);
    expect(texts.filter((text) => text === 'harbour')).toHaveLength(1);
    expect(texts).toContain('Chart');
  } finally {
    pdfium.functions.FPDF_ClosePage(page);
    pdf.close();
  }
});
