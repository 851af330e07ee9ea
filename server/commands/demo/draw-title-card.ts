import { PDFDocument, StandardFonts } from 'pdf-lib';
import { breakIntoLines, COLOURS } from './pdf-layout.ts';

/** Points, and pixels at one pixel a point: 16 by 9. */
export const CARD = { width: 1280, height: 720 } as const;

export interface TitleCard {
  readonly kicker: string;
  readonly title: string;
  readonly quotation: string;
  readonly credit: string;
}

/** Draws the picture of a recorded lecture as a page of a PDF: a paper card with a lapis band. */
export async function drawTitleCard({ kicker, title, quotation, credit }: TitleCard): Promise<Uint8Array> {
  const pdf = await PDFDocument.create();
  const serif = await pdf.embedFont(StandardFonts.TimesRoman);
  const italic = await pdf.embedFont(StandardFonts.TimesRomanItalic);
  const sans = await pdf.embedFont(StandardFonts.Helvetica);
  const page = pdf.addPage([CARD.width, CARD.height]);
  const left = 128;
  page.drawRectangle({ x: 0, y: 0, width: CARD.width, height: CARD.height, color: COLOURS.paper });
  page.drawRectangle({ x: 0, y: 0, width: 24, height: CARD.height, color: COLOURS.lapis });
  page.drawText(kicker, { x: left, y: 560, size: 26, font: sans, color: COLOURS.muted });
  page.drawText(title, { x: left, y: 468, size: 78, font: serif, color: COLOURS.ink });
  page.drawRectangle({ x: left, y: 428, width: 96, height: 5, color: COLOURS.lapis });
  let y = 350;
  for (const line of breakIntoLines(quotation, italic, 38, CARD.width - 2 * left)) {
    page.drawText(line, { x: left, y, size: 38, font: italic, color: COLOURS.ink });
    y -= 54;
  }
  page.drawText(credit, { x: left, y: 120, size: 24, font: sans, color: COLOURS.muted });
  return pdf.save();
}
