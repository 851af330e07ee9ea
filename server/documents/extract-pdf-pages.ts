import type { DocumentPage } from './document-blocks.ts';
import { layOutDocument } from './layout/lay-out-document.ts';
import { readPage, type ReadPage } from './layout/read-page.ts';
import { DocumentUnreadableError } from './document-unreadable-error.ts';
import { readOutline } from './pdf-outline.ts';
import { readPageWords } from './pdf-words.ts';
import type { Pdfium } from './pdfium.ts';

/** More pages than this are refused. */
export const maximumPdfPages = 2000;
/** A page of a book holds some 3,000 characters; a page with more than this is no text to read. */
const maximumWords = 4_000_000;
const fewestLetters = 20;
const passwordError = 4;
const securityError = 5;

/**
 * Reads a PDF's text with structure. Runs in the process that calls it: for files of strangers use
 * `createPdfExtractor`, which keeps it in a child process.
 * @throws {DocumentUnreadableError} damaged, encrypted, too-many-pages, no-readable-text
 */
export function extractPdfPages(pdfium: Pdfium, bytes: Uint8Array): DocumentPage[] {
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
  try {
    const document = pdfium.functions.FPDF_LoadMemDocument(data, bytes.length, 0);
    if (document === 0) throw loadError(pdfium.functions.FPDF_GetLastError());
    try {
      const pages = readPages(pdfium, document);
      return withText(layOutDocument(pages, readOutline(pdfium, document)));
    } finally {
      pdfium.functions.FPDF_CloseDocument(document);
    }
  } finally {
    pdfium.functions.free(data);
  }
}

function loadError(code: number): DocumentUnreadableError {
  return new DocumentUnreadableError(
    code === passwordError || code === securityError ? 'encrypted' : 'damaged',
  );
}

function readPages(pdfium: Pdfium, document: number): ReadPage[] {
  const pageCount = pdfium.functions.FPDF_GetPageCount(document);
  if (pageCount > maximumPdfPages) throw new DocumentUnreadableError('too-many-pages');
  const pages: ReadPage[] = [];
  let words = 0;
  let unreadable = 0;
  for (let index = 0; index < pageCount; index++) {
    const page = pdfium.functions.FPDF_LoadPage(document, index);
    if (page === 0) {
      unreadable++;
      pages.push(readPage([], 0, 0));
      continue;
    }
    try {
      const pageWords = readPageWords(pdfium, page);
      words += pageWords.length;
      if (words > maximumWords) throw new DocumentUnreadableError('memory-limit');
      const { FPDF_GetPageWidthF: width, FPDF_GetPageHeightF: height } = pdfium.functions;
      pages.push(readPage(pageWords, width(page), height(page), pages.at(-1)));
    } finally {
      pdfium.functions.FPDF_ClosePage(page);
    }
  }
  if (unreadable === pageCount) throw new DocumentUnreadableError('damaged');
  return pages;
}

function withText(pages: DocumentPage[]): DocumentPage[] {
  // A scan may carry a stamp or a page number; that is no text to learn from.
  let letters = 0;
  for (const text of pages.flatMap(({ titlePath = [], blocks }) => [
    ...titlePath,
    ...blocks.map((block) => block.text),
  ])) {
    letters += countLetters(text);
    if (letters >= fewestLetters) return pages;
  }
  throw new DocumentUnreadableError('no-readable-text');
}

function countLetters(text: string): number {
  return text.match(/\p{L}/gu)?.length ?? 0;
}
