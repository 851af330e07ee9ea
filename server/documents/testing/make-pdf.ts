import { PDFDocument, StandardFonts, degrees, rgb, type PDFFont, type PDFPage } from 'pdf-lib';

export const bodySize = 11;
export const leading = 14;

export interface TestFonts {
  readonly body: PDFFont;
  readonly bold: PDFFont;
  readonly code: PDFFont;
}

/** Makes a PDF: `draw` gets the document and its fonts. */
export async function makePdf(draw: (pdf: PDFDocument, fonts: TestFonts) => void): Promise<Uint8Array> {
  const pdf = await PDFDocument.create({ updateMetadata: false });
  const fonts = {
    body: await pdf.embedFont(StandardFonts.TimesRoman),
    bold: await pdf.embedFont(StandardFonts.TimesRomanBold),
    code: await pdf.embedFont(StandardFonts.Courier),
  };
  draw(pdf, fonts);
  return pdf.save();
}

/** Breaks text into lines no wider than `width` points. */
export function wrapText(text: string, font: PDFFont, size: number, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (line !== '' && font.widthOfTextAtSize(longer, size) > width) {
      lines.push(line);
      line = word;
    } else {
      line = longer;
    }
  }
  return line === '' ? lines : [...lines, line];
}

/** Draws lines one under another from `top` (PDF coordinates) and returns the height below the last. */
export function drawLines(
  page: PDFPage,
  lines: readonly string[],
  {
    font,
    size = bodySize,
    left = 72,
    top = 720,
  }: { font: PDFFont; size?: number; left?: number; top?: number },
): number {
  let y = top;
  for (const line of lines) {
    page.drawText(line, { x: left, y, size, font });
    y -= (leading * size) / bodySize;
  }
  return y;
}

/** A page with a filled square and no text. */
export function drawPicture(page: PDFPage): void {
  page.drawRectangle({
    x: 100,
    y: 300,
    width: 300,
    height: 300,
    color: rgb(0.2, 0.4, 0.6),
    rotate: degrees(5),
  });
}

const subjects = [
  'The cell',
  'A enzyme',
  'The membrane',
  'Each organ',
  'The nucleus',
  'Every tissue',
  'The river',
  'A market',
];
const verbs = [
  'regulates',
  'transports',
  'describes',
  'limits',
  'supports',
  'transforms',
  'measures',
  'protects',
];
const objects = [
  'the flow of energy',
  'the supply of water',
  'many smaller parts',
  'the rate of change',
  'its surroundings',
  'the balance of salts',
];

/** A sentence of some ten words, the same for the same number. */
export function makeSentence(number: number): string {
  const pick = (list: readonly string[], step: number) => list[Math.floor(number / step) % list.length] ?? '';
  return `${pick(subjects, 1)} ${pick(verbs, 3)} ${pick(objects, 7)} in case ${number}, as was shown before.`;
}

/** Draws a book: chapters with headings, running heads and page numbers, filled with sentences. */
export function drawBook(pdf: PDFDocument, fonts: TestFonts, pages: number): void {
  let sentence = 0;
  for (let index = 0; index < pages; index++) {
    const page = pdf.addPage([612, 792]);
    page.drawText(`Principles of Everything`, { x: 72, y: 756, size: 9, font: fonts.body });
    page.drawText(String(index + 1), { x: 300, y: 36, size: 9, font: fonts.body });
    let y = 720;
    if (index % 10 === 0) {
      y =
        drawLines(page, [`${index / 10 + 1} Chapter about part ${index / 10 + 1}`], {
          font: fonts.bold,
          size: 18,
          top: y,
        }) - 8;
    }
    while (y > 120) {
      const paragraph = Array.from({ length: 5 }, () => makeSentence(sentence++)).join(' ');
      y = drawLines(page, wrapText(paragraph, fonts.body, bodySize, 468), { font: fonts.body, top: y }) - 8;
    }
  }
}
