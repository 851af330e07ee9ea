import { PDFDocument, StandardFonts, type PDFFont, type PDFPage } from 'pdf-lib';
import { drawSubductionFigure, FIGURE_HEIGHT } from './draw-subduction-figure.ts';
import { breakIntoLines, COLOURS } from './pdf-layout.ts';

const PAGE = { width: 595.28, height: 841.89 };
const LEFT = 96;
const COLUMN_WIDTH = PAGE.width - 2 * LEFT;
const TOP = PAGE.height - 96;
const BOTTOM = 84;
const BODY = { size: 11, leading: 16.5 };
const HEADING = { size: 15, leading: 20 };

interface Fonts {
  readonly serif: PDFFont;
  readonly bold: PDFFont;
  readonly italic: PDFFont;
  readonly sans: PDFFont;
}

/**
 * Lays out a lecture handout on A4 pages. The source holds paragraphs parted by blank lines: `# ` begins the title,
 * whose next line is the subtitle, `## ` a section, and `{{figure}}` stands for the drawing of a subduction zone.
 */
export async function makeHandout(source: string): Promise<Uint8Array> {
  const pdf = await PDFDocument.create();
  const fonts: Fonts = {
    serif: await pdf.embedFont(StandardFonts.TimesRoman),
    bold: await pdf.embedFont(StandardFonts.TimesRomanBold),
    italic: await pdf.embedFont(StandardFonts.TimesRomanItalic),
    sans: await pdf.embedFont(StandardFonts.Helvetica),
  };
  const [titleBlock = '', ...blocks] = source.trim().split(/\n\s*\n/);
  const [title = '', subtitle = ''] = titleBlock.replace(/^# /, '').split('\n');
  pdf.setTitle(title);
  pdf.setSubject(subtitle);
  pdf.setCreator('Lectern');
  const layout = new HandoutLayout(pdf, fonts);
  layout.writeTitle(title, subtitle);
  for (const block of blocks) {
    if (block === '{{figure}}') layout.drawFigure();
    else if (block.startsWith('## ')) layout.writeHeading(block.slice(3));
    else layout.writeParagraph(block);
  }
  drawRunningLines(pdf, fonts, title, subtitle);
  return pdf.save();
}

/** Fills pages from the top down; `#y` is the baseline of what was written last. */
class HandoutLayout {
  readonly #pdf: PDFDocument;
  readonly #fonts: Fonts;
  #page: PDFPage;
  #y = TOP;

  constructor(pdf: PDFDocument, fonts: Fonts) {
    this.#pdf = pdf;
    this.#fonts = fonts;
    this.#page = pdf.addPage([PAGE.width, PAGE.height]);
  }

  writeTitle(title: string, subtitle: string): void {
    this.#page.drawText(title, {
      x: LEFT,
      y: TOP - 12,
      size: 27,
      font: this.#fonts.bold,
      color: COLOURS.ink,
    });
    this.#page.drawText(subtitle, {
      x: LEFT,
      y: TOP - 34,
      size: 11,
      font: this.#fonts.sans,
      color: COLOURS.muted,
    });
    this.#page.drawRectangle({ x: LEFT, y: TOP - 50, width: 48, height: 2.5, color: COLOURS.lapis });
    this.#y = TOP - 64;
  }

  writeHeading(text: string): void {
    // A heading keeps two lines of its first paragraph with it.
    this.#makeRoom(26 + HEADING.leading + 2 * BODY.leading);
    this.#y -= 26;
    this.#page.drawText(text, {
      x: LEFT,
      y: this.#y,
      size: HEADING.size,
      font: this.#fonts.bold,
      color: COLOURS.lapis,
    });
    this.#y -= 4;
  }

  writeParagraph(text: string): void {
    this.#y -= 5;
    const lines = breakIntoLines(text, this.#fonts.serif, BODY.size, COLUMN_WIDTH);
    for (const [index, line] of lines.entries()) {
      // Neither the first nor the last line of a paragraph stands alone on a page.
      const isFirstOfMany = index === 0 && lines.length > 1;
      const isLastButOne = lines.length > 2 && index === lines.length - 2;
      this.#makeRoom(BODY.leading * (isFirstOfMany || isLastButOne ? 2 : 1));
      this.#y -= BODY.leading;
      this.#page.drawText(line, {
        x: LEFT,
        y: this.#y,
        size: BODY.size,
        font: this.#fonts.serif,
        color: COLOURS.ink,
      });
    }
  }

  drawFigure(): void {
    this.#makeRoom(FIGURE_HEIGHT + 24);
    this.#y -= FIGURE_HEIGHT + 16;
    drawSubductionFigure(this.#page, this.#fonts, { left: LEFT, bottom: this.#y, width: COLUMN_WIDTH });
    this.#y += 2;
  }

  #makeRoom(height: number): void {
    if (this.#y - height >= BOTTOM) return;
    this.#page = this.#pdf.addPage([PAGE.width, PAGE.height]);
    this.#y = TOP + BODY.leading;
  }
}

function drawRunningLines(pdf: PDFDocument, fonts: Fonts, title: string, subtitle: string): void {
  const pages = pdf.getPages();
  for (const [index, page] of pages.entries()) {
    const small = { size: 9, font: fonts.sans, color: COLOURS.muted };
    const number = `${index + 1} / ${pages.length}`;
    page.drawLine({
      start: { x: LEFT, y: 60 },
      end: { x: PAGE.width - LEFT, y: 60 },
      thickness: 0.6,
      color: COLOURS.line,
    });
    page.drawText(number, {
      ...small,
      x: PAGE.width - LEFT - fonts.sans.widthOfTextAtSize(number, small.size),
      y: 44,
    });
    page.drawText(subtitle, { ...small, x: LEFT, y: 44 });
    if (index > 0) page.drawText(title, { ...small, x: LEFT, y: PAGE.height - 56 });
  }
}
