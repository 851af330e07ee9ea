import { DocumentUnreadableError } from './document-unreadable-error.ts';
import type { Pdfium } from './pdfium.ts';

/** A PDF that PDFium holds open. */
export interface OpenPdf {
  /** PDFium's handle. */
  readonly document: number;
  /** The program that wrote the file maps glyph variants of mathematical fonts to wrong characters. */
  readonly losesVariants: boolean;
  close(): void;
}

const passwordError = 4;
const securityError = 5;

/**
 * Opens a PDF in PDFium's memory.
 * @throws {DocumentUnreadableError} damaged, encrypted, memory-limit
 */
export function openPdf(pdfium: Pdfium, bytes: Uint8Array): OpenPdf {
  // Readers accept a PDF whose header comes after some other bytes, up to 1024.
  const header = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 1029)).indexOf(
    '%PDF-',
    0,
    'latin1',
  );
  if (header < 0) throw new DocumentUnreadableError('damaged');
  const data = pdfium.functions.malloc(bytes.length + 1);
  if (data === 0) throw new DocumentUnreadableError('memory-limit');
  pdfium.heaps.HEAPU8.set(bytes, data);
  pdfium.heaps.HEAPU8[data + bytes.length] = 0;
  const document = pdfium.functions.FPDF_LoadMemDocument(data, bytes.length, 0);
  if (document === 0) {
    const code = pdfium.functions.FPDF_GetLastError();
    pdfium.functions.free(data);
    throw new DocumentUnreadableError(
      code === passwordError || code === securityError ? 'encrypted' : 'damaged',
    );
  }
  return {
    document,
    losesVariants: readProducer(pdfium, document).includes('Quartz PDFContext'),
    close: () => {
      pdfium.functions.FPDF_CloseDocument(document);
      pdfium.functions.free(data);
    },
  };
}

const longestProducer = 256;

function readProducer({ functions, heaps }: Pdfium, document: number): string {
  const tag = 'Producer\0';
  const buffer = functions.malloc(tag.length + longestProducer);
  try {
    heaps.HEAPU8.set(Buffer.from(tag, 'latin1'), buffer);
    const from = buffer + tag.length;
    const bytes = functions.FPDF_GetMetaText(document, buffer, from, longestProducer);
    return bytes > longestProducer
      ? ''
      : Buffer.from(heaps.HEAPU8.subarray(from, from + bytes)).toString('utf16le');
  } finally {
    functions.free(buffer);
  }
}
