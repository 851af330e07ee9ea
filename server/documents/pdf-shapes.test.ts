import { PDFDocument, PDFName, rgb } from 'pdf-lib';
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

test.each<[name: string, isRoot: boolean, path: string]>([
  ['a root', true, 'M 0 7 L 2 6 L 4 11 L 6 0 L 30 0 L 30 1 L 7 1 L 4 13 L 1 8 Z'],
  ['a wide root', true, 'M 0 9 L 2 7 L 6 22 L 11 0 L 120 0 L 120 2 L 13 2 L 7 24 L 5 24 L 1 10 Z'],
  ['a tick', false, 'M 0 8 L 3 5 L 6 8 L 14 0 L 17 2 L 6 13 L 0 8 Z'],
  ['the letter V', false, 'M 0 0 L 2 0 L 7 11 L 12 0 L 14 0 L 8 13 L 6 13 Z'],
  ['the letter Y', false, 'M 0 0 L 2 0 L 7 6 L 12 0 L 14 0 L 8 8 L 8 13 L 6 13 L 6 8 Z'],
  ['the letter T', false, 'M 0 0 L 14 0 L 14 1 L 8 1 L 8 13 L 6 13 L 6 1 L 0 1 Z'],
  ['a funnel', false, 'M 0 0 L 40 0 L 24 20 L 24 40 L 16 40 L 16 20 Z'],
  ['a trapezium', false, 'M 0 0 L 50 0 L 30 40 L 20 40 L 0 0 Z'],
  ['a rising curve', false, 'M 0 20 C 2 30 6 40 8 40 C 12 40 20 4 30 2 C 40 1 50 0 60 0'],
])('reads %s as a root: %s', async (_name, isRoot, path) => {
  const pdf = await PDFDocument.create();
  pdf.addPage([400, 300]).drawSvgPath(path, { x: 50, y: 200, color: rgb(0, 0, 0) });
  const pdfium = await loadPdfium();
  const opened = openPdf(pdfium, await pdf.save());
  const loaded = pdfium.functions.FPDF_LoadPage(opened.document, 0);
  expect(readShapes(pdfium, loaded).outlines.map(({ isDelimiter }) => isDelimiter)).toEqual([isRoot]);
  pdfium.functions.FPDF_ClosePage(loaded);
  opened.close();
});
