import type { DocumentPage } from './document-blocks.ts';
import { buildDocumentPages } from './document-structure.ts';
import { DocumentUnreadableError } from './document-unreadable-error.ts';
import type { PageLine } from './page-lines.ts';
import { orderLines } from './page-lines.ts';
import { openPdf } from './open-pdf.ts';
import { readPageWords, type PageWord } from './pdf-words.ts';
import type { Pdfium } from './pdfium.ts';
import { countLetters, isScan } from './recognition/is-scan.ts';
import type { RecognizedWord } from './recognition/recognized-page.ts';

/** More pages than this are refused. */
export const maximumPdfPages = 2000;
/** A page of a book holds some 3,000 characters; a page with more than this is no text to read. */
const maximumWords = 4_000_000;
const fewestLetters = 20;

/** What was recognized on pages of a PDF, by their numbers from 1. */
export type RecognizedPages = ReadonlyMap<number, readonly RecognizedWord[]>;

/**
 * Reads a PDF's text with structure. Runs in the process that calls it: for files of strangers use
 * `createPdfExtractor`, which keeps it in a child process.
 * @param recognized the words of these pages count instead of the PDF's own
 * @throws {DocumentUnreadableError} damaged, encrypted, too-many-pages, no-readable-text
 */
export function extractPdfPages(
  pdfium: Pdfium,
  bytes: Uint8Array,
  recognized: RecognizedPages = new Map(),
): DocumentPage[] {
  const pdf = openPdf(pdfium, bytes);
  try {
    return buildPages(readPages(pdfium, pdf.document, recognized));
  } finally {
    pdf.close();
  }
}

interface ReadPage {
  readonly lines: PageLine[];
  readonly isScan: boolean;
}

function readPages(pdfium: Pdfium, document: number, recognized: RecognizedPages): ReadPage[] {
  const pageCount = pdfium.functions.FPDF_GetPageCount(document);
  if (pageCount > maximumPdfPages) throw new DocumentUnreadableError('too-many-pages');
  const pages: ReadPage[] = [];
  let words = 0;
  let unreadable = 0;
  for (let index = 0; index < pageCount; index++) {
    const page = pdfium.functions.FPDF_LoadPage(document, index);
    if (page === 0) {
      unreadable++;
      pages.push({ lines: [], isScan: false });
      continue;
    }
    try {
      const known = recognized.get(index + 1);
      const pageWords = known?.map(asPageWord) ?? readPageWords(pdfium, page);
      words += pageWords.length;
      if (words > maximumWords) throw new DocumentUnreadableError('memory-limit');
      const needsRecognition = known === undefined && isScan(pdfium, page, pageWords);
      pages.push({ lines: needsRecognition ? [] : orderLines(pageWords), isScan: needsRecognition });
    } finally {
      pdfium.functions.FPDF_ClosePage(page);
    }
  }
  if (unreadable === pageCount) throw new DocumentUnreadableError('damaged');
  return pages;
}

/** Scanning says nothing of a word's typeface. */
const asPageWord = ({ text, left, right, top, bottom, size, follows }: RecognizedWord): PageWord => ({
  text,
  left,
  right,
  top,
  bottom,
  size,
  follows,
  bold: false,
  monospaced: false,
});

function buildPages(read: readonly ReadPage[]): DocumentPage[] {
  const pages = buildDocumentPages(read.map(({ lines }) => lines)).map((page, index) =>
    read[index]?.isScan === true ? { ...page, isScan: true } : page,
  );
  if (pages.some(({ isScan }) => isScan)) return pages;
  // A scan may carry a stamp or a page number; that is no text to learn from.
  let letters = 0;
  for (const block of pages.flatMap((page) => page.blocks)) {
    letters += countLetters(block.text);
    if (letters >= fewestLetters) return pages;
  }
  throw new DocumentUnreadableError('no-readable-text');
}
