import { PDFHexString, PDFName, rgb, type PDFDocument, type PDFPage } from 'pdf-lib';
import type { TestFonts } from './make-pdf.ts';

export const SLIDES = [
  { title: 'Tides', points: ['• The moon pulls the sea twice a day.', '• The sun pulls less.'] },
  { title: 'Walls', points: ['• Loose stones absorb waves.', '• Smooth walls reflect them.'] },
  { title: 'Mud', points: ['• Mud is moved in winter.', '• The channel stays deep.'] },
  { title: 'Quiz', points: ['• Name two reasons to dredge.', '• Explain the loose stones.'] },
];

/** Draws a slide whose lower left corner is at (x, y), as wide as `width`. */
export function drawSlide(
  page: PDFPage,
  fonts: TestFonts,
  index: number,
  { x = 0, y = 0, width = 720 } = {},
): void {
  const scale = width / 400;
  const { title, points } = SLIDES[index] ?? { title: '', points: [] };
  page.drawText(title, { x: x + 20 * scale, y: y + 240 * scale, size: 28 * scale, font: fonts.bold });
  for (const [row, point] of points.entries())
    page.drawText(point, {
      x: x + 20 * scale,
      y: y + (180 - row * 40) * scale,
      size: 16 * scale,
      font: fonts.body,
    });
}

export function drawFrame(page: PDFPage, x: number, y: number, width: number, height: number): void {
  page.drawRectangle({ x, y, width, height, borderColor: rgb(0, 0, 0), borderWidth: 1 });
}

/** Draws a page of notes: a picture of the slide with the note below it. */
export function drawNotesPage(pdf: PDFDocument, fonts: TestFonts, index: number, note: string): void {
  const page = pdf.addPage([540, 720]);
  drawFrame(page, 90, 396, 360, 270);
  drawSlide(page, fonts, index, { x: 90, y: 396, width: 360 });
  page.drawText(note, { x: 60, y: 340, size: 14, font: fonts.body });
  page.drawText(String(index + 1), { x: 500, y: 20, size: 10, font: fonts.body });
}

export function attachNote({ doc: { context }, node }: PDFPage, text: string): void {
  const note = context.obj({ Type: 'Annot', Subtype: 'Text', Rect: [10, 10, 30, 30] });
  note.set(PDFName.of('Contents'), PDFHexString.fromText(text));
  node.set(PDFName.of('Annots'), context.obj([context.register(note)]));
}
