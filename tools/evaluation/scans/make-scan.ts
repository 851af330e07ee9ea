import { PDFDocument, type PDFFont, StandardFonts } from 'pdf-lib';
import { renderPage } from '#server/ai/tesseract/render-page.ts';
import type { GreyImage } from '#server/ai/tesseract/image/grey-image.ts';
import { openPdf } from '#server/documents/open-pdf.ts';
import type { Pdfium } from '#server/documents/pdfium.ts';
import { wrapText } from '#server/documents/testing/make-pdf.ts';

/** How a page is set. */
export interface Typesetting {
  readonly name: string;
  readonly font: StandardFonts;
  readonly size: number;
  /** Points. */
  readonly page: readonly [width: number, height: number];
  readonly margin: number;
  /** Line height in sizes. */
  readonly leading: number;
}

/** A page that was set, and what is written on it, line by line. */
export interface SetPage {
  readonly image: GreyImage;
  readonly widthPoints: number;
  readonly heightPoints: number;
  readonly lines: readonly string[];
}

const a4 = [595, 842] as const;

/** Like a LaTeX article, two kinds of Word documents, lecture notes in typewriter letters, and slides. */
export const typesettings: readonly Typesetting[] = [
  { name: 'Times 10 pt', font: StandardFonts.TimesRoman, size: 10, page: a4, margin: 100, leading: 1.2 },
  { name: 'Times 12 pt', font: StandardFonts.TimesRoman, size: 12, page: a4, margin: 72, leading: 1.5 },
  { name: 'Helvetica 11 pt', font: StandardFonts.Helvetica, size: 11, page: a4, margin: 72, leading: 1.3 },
  {
    name: 'Times italic 11 pt',
    font: StandardFonts.TimesRomanItalic,
    size: 11,
    page: a4,
    margin: 80,
    leading: 1.25,
  },
  { name: 'Courier 10 pt', font: StandardFonts.Courier, size: 10, page: a4, margin: 60, leading: 1.3 },
  {
    name: 'slides 20 pt',
    font: StandardFonts.Helvetica,
    size: 20,
    page: [720, 405],
    margin: 40,
    leading: 1.3,
  },
];

/** Sets a text as pages and draws them at 300 dots an inch. */
export async function setPages(
  pdfium: Pdfium,
  text: string,
  typesetting: Typesetting,
  mostPages: number,
): Promise<SetPage[]> {
  const pdf = await PDFDocument.create({ updateMetadata: false });
  const font = await pdf.embedFont(typesetting.font);
  const pages = breakPages(text, font, typesetting).slice(0, mostPages);
  const {
    page: [width, height],
    margin,
    size,
    leading,
  } = typesetting;
  for (const lines of pages) {
    const page = pdf.addPage([width, height]);
    lines.forEach((line, index) =>
      page.drawText(line, { x: margin, y: height - margin - size - index * size * leading, size, font }),
    );
  }
  const open = openPdf(pdfium, await pdf.save());
  try {
    return pages.map((lines, index) => {
      const page = pdfium.functions.FPDF_LoadPage(open.document, index);
      const { image } = renderPage(pdfium, page);
      pdfium.functions.FPDF_ClosePage(page);
      return { image, widthPoints: width, heightPoints: height, lines: lines.filter((line) => line !== '') };
    });
  } finally {
    open.close();
  }
}

/** The lines of each page; an empty line separates paragraphs. */
function breakPages(text: string, font: PDFFont, { page, margin, size, leading }: Typesetting): string[][] {
  const perPage = Math.floor((page[1] - 2 * margin) / (size * leading));
  const lines = text
    .split(/\n\s*\n/u)
    // The standard fonts have Western letters only.
    .map((paragraph) => plain(paragraph))
    .filter((paragraph) => paragraph !== '')
    .flatMap((paragraph) => [...wrapText(paragraph, font, size, page[0] - 2 * margin), '']);
  return Array.from({ length: Math.ceil(lines.length / perPage) }, (_, index) =>
    lines.slice(index * perPage, (index + 1) * perPage),
  );
}

const plain = (text: string): string =>
  text
    .replace(/^#+\s*/gmu, '')
    .replace(/[–—]/gu, '-')
    .replace(/[‘’]/gu, "'")
    .replace(/[“”]/gu, '"')
    .replace(/\s+/gu, ' ')
    .replace(/[^\x20-\x7E]/gu, '')
    .trim();
