import { openPdf } from '#server/documents/open-pdf.ts';
import { loadPdfium } from '#server/documents/pdfium.ts';

/** The text of each page, as PDFium reads it, with single spaces. */
export async function readPdf(file: Uint8Array): Promise<string[]> {
  const pdfium = await loadPdfium();
  const { functions } = pdfium;
  const pdf = openPdf(pdfium, file);
  try {
    return Array.from({ length: functions.FPDF_GetPageCount(pdf.document) }, (_, index) => {
      const page = functions.FPDF_LoadPage(pdf.document, index);
      const text = functions.FPDFText_LoadPage(page);
      const characters = Array.from({ length: functions.FPDFText_CountChars(text) }, (_each, place) =>
        String.fromCodePoint(functions.FPDFText_GetUnicode(text, place)),
      );
      functions.FPDFText_ClosePage(text);
      functions.FPDF_ClosePage(page);
      return characters.join('').replaceAll(/\s+/gu, ' ').trim();
    });
  } finally {
    pdf.close();
  }
}
