import { PDFDocument } from 'pdf-lib';
import type { GreyImage } from '../ai/tesseract/image/grey-image.ts';
import { turnQuarters } from '../ai/tesseract/image/rotate.ts';
import { renderPage } from '../ai/tesseract/render-page.ts';
import { openPdf } from '../documents/open-pdf.ts';
import { loadPdfium } from '../documents/pdfium.ts';
import { drawLines, makePdf } from '../documents/testing/make-pdf.ts';

/** A picture, and how large its page is in points. */
export interface ScannedPage {
  readonly image: GreyImage;
  readonly widthPoints: number;
  readonly heightPoints: number;
}

/** Packs pictures into a PDF as a scanner does: one page each, without text. */
export async function packScan(pages: readonly ScannedPage[]): Promise<Uint8Array> {
  const pdf = await PDFDocument.create({ updateMetadata: false });
  for (const { image, widthPoints, heightPoints } of pages) {
    const picture = pdf.context.flateStream(image.pixels, {
      Type: 'XObject',
      Subtype: 'Image',
      Width: image.width,
      Height: image.height,
      ColorSpace: 'DeviceGray',
      BitsPerComponent: 8,
    });
    const isTurned = image.width > image.height !== widthPoints > heightPoints;
    const [width, height] = isTurned ? [heightPoints, widthPoints] : [widthPoints, heightPoints];
    const page = pdf.addPage([width, height]);
    const name = page.node.newXObject('Scan', pdf.context.register(picture));
    const content = `q ${width} 0 0 ${height} 0 0 cm ${name.toString()} Do Q`;
    page.node.addContentStream(pdf.context.register(pdf.context.stream(content)));
  }
  return pdf.save();
}

const width = 330;
const top = 20;

/**
 * A PDF of pictures: each page shows its lines, printed small on a small page, so that it is recognized quickly.
 * @param quarters how far each picture is turned clockwise
 */
export async function makeScan(
  pages: readonly (readonly string[])[],
  quarters: 0 | 1 | 2 | 3 = 0,
): Promise<Uint8Array> {
  const height = 2 * top + 14 * Math.max(...pages.map((lines) => lines.length));
  const printed = await makePdf((pdf, fonts) => {
    for (const lines of pages) {
      const page = pdf.addPage([width, height]);
      drawLines(page, lines, { font: fonts.body, left: 20, top: height - top - 8 });
    }
  });
  const pdfium = await loadPdfium();
  const open = openPdf(pdfium, printed);
  try {
    return await packScan(
      pages.map((_, index) => {
        const page = pdfium.functions.FPDF_LoadPage(open.document, index);
        const image = turnQuarters(renderPage(pdfium, page).image, quarters);
        pdfium.functions.FPDF_ClosePage(page);
        return { image, widthPoints: width, heightPoints: height };
      }),
    );
  } finally {
    open.close();
  }
}
