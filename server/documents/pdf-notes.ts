import type { Pdfium } from './pdfium.ts';
import { printableLine } from './printable-text.ts';

/** From PDFium's public/fpdf_annot.h: a text note, which is how presentation programs export speaker notes. */
const noteSubtype = 1;
const mostNotes = 50;
const noteBytes = 65_536;

/** Reads the notes attached to a loaded page, one paragraph per line. */
export function readPdfNotes({ functions, heaps }: Pdfium, page: number): string[] {
  const count = Math.min(mostNotes, functions.FPDFPage_GetAnnotCount(page));
  if (count === 0) return [];
  const buffer = functions.malloc(noteBytes);
  try {
    return Array.from({ length: count }, (_, index) => {
      const annotation = functions.FPDFPage_GetAnnot(page, index);
      if (annotation === 0) return '';
      try {
        if (functions.FPDFAnnot_GetSubtype(annotation) !== noteSubtype) return '';
        heaps.HEAPU8.set(Buffer.from('Contents\0'), buffer);
        // UTF-16LE with a terminating zero.
        const bytes = functions.FPDFAnnot_GetStringValue(annotation, buffer, buffer + 16, noteBytes - 16);
        if (bytes < 2 || bytes > noteBytes - 16) return '';
        return Buffer.from(heaps.HEAPU8.subarray(buffer + 16, buffer + 14 + bytes)).toString('utf16le');
      } finally {
        functions.FPDFPage_CloseAnnot(annotation);
      }
    })
      .flatMap((text) => text.split(/\r\n?|\n/u).map(printableLine))
      .filter((line) => line !== '');
  } finally {
    functions.free(buffer);
  }
}
