import { PDFDocument, PDFName } from 'pdf-lib';
import { expect, test } from 'vitest';
import { openPdf } from './open-pdf.ts';
import { readShapes } from './pdf-shapes.ts';
import { loadPdfium } from './pdfium.ts';

test('shaded balls are small shapes, as the bullets of LaTeX’s Beamer', async () => {
  const pdf = await PDFDocument.create();
  const page = pdf.addPage([400, 300]);
  const ball = pdf.context.obj({
    ShadingType: 3,
    ColorSpace: 'DeviceGray',
    Coords: [5, 5, 0, 5, 5, 5],
    Function: { FunctionType: 2, Domain: [0, 1], C0: [0], C1: [1], N: 1 },
  });
  page.node
    .normalizedEntries()
    .Resources.set(PDFName.of('Shading'), pdf.context.obj({ Ball: pdf.context.register(ball) }));
  const draw = (y: number): string => `q 1 0 0 1 62 ${y} cm 0 0 10 10 re W n /Ball sh Q `;
  page.node.addContentStream(pdf.context.register(pdf.context.stream(draw(200) + draw(100))));

  const pdfium = await loadPdfium();
  const opened = openPdf(pdfium, await pdf.save());
  const loaded = pdfium.functions.FPDF_LoadPage(opened.document, 0);
  expect(readShapes(pdfium, loaded).outlines).toEqual([
    expect.objectContaining({ left: 62, right: 72, top: 90, bottom: 100 }),
    expect.objectContaining({ left: 62, right: 72, top: 190, bottom: 200 }),
  ]);
  pdfium.functions.FPDF_ClosePage(loaded);
  opened.close();
});
