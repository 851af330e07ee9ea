import type { DocumentPage } from './document-blocks.ts';
import { DocumentUnreadableError } from './document-unreadable-error.ts';
import { layOutDocument } from './layout/lay-out-document.ts';
import { divideIntoRegions } from './layout/page-regions.ts';
import { readRegion, type ReadPage } from './layout/read-page.ts';
import { openPdf } from './open-pdf.ts';
import { readOutline } from './pdf-outline.ts';
import { noShapes, readShapes } from './pdf-shapes.ts';
import { readPageWords, type PageWord } from './pdf-words.ts';
import type { Pdfium } from './pdfium.ts';
import { countLetters, findScans, lookAtPage, type PageLook } from './recognition/find-scans.ts';
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
 * @returns the pages as laid out; while some of them have to be recognized first, one entry a page without its blocks
 * @throws {DocumentUnreadableError} damaged, encrypted, too-many-pages, no-readable-text
 */
export function extractPdfPages(
  pdfium: Pdfium,
  bytes: Uint8Array,
  recognized: RecognizedPages = new Map(),
): DocumentPage[] {
  const pdf = openPdf(pdfium, bytes);
  try {
    const { pages, pageCount, scans } = readPages(pdfium, pdf.document, recognized);
    // The layout depends on all pages: builds, running heads and columns are seen across them.
    if (scans.size > 0)
      return Array.from({ length: pageCount }, (_, index) => ({
        page: index + 1,
        blocks: [],
        ...(scans.has(index) ? { isScan: true } : {}),
      }));
    return withText(layOutDocument(pages, readOutline(pdfium, pdf.document)));
  } finally {
    pdf.close();
  }
}

/** @returns the pages, and the indexes of those that have to be recognized before they can be read */
function readPages(
  pdfium: Pdfium,
  document: number,
  recognized: RecognizedPages,
): { pages: ReadPage[]; pageCount: number; scans: Set<number> } {
  const pageCount = pdfium.functions.FPDF_GetPageCount(document);
  if (pageCount > maximumPdfPages) throw new DocumentUnreadableError('too-many-pages');
  const pages: ReadPage[] = [];
  const looks: PageLook[] = [];
  let words = 0;
  let unreadable = 0;
  for (let index = 0; index < pageCount; index++) {
    const page = pdfium.functions.FPDF_LoadPage(document, index);
    if (page === 0) {
      unreadable++;
      pages.push(...divideIntoRegions([], noShapes, 0, 0).map((region) => readRegion(region, index + 1)));
      looks.push('text');
      continue;
    }
    try {
      const known = recognized.get(index + 1);
      const pageWords = known?.map(asPageWord) ?? readPageWords(pdfium, page);
      words += pageWords.length;
      if (words > maximumWords) throw new DocumentUnreadableError('memory-limit');
      looks.push(known === undefined ? lookAtPage(pdfium, page, pageWords) : 'text');
      const width = pdfium.functions.FPDF_GetPageWidthF(page);
      const height = pdfium.functions.FPDF_GetPageHeightF(page);
      const shapes = readShapes(pdfium, page);
      for (const region of divideIntoRegions(pageWords, shapes, width, height))
        pages.push(readRegion(region, index + 1, pages.at(-1)));
    } finally {
      pdfium.functions.FPDF_ClosePage(page);
    }
  }
  if (unreadable === pageCount) throw new DocumentUnreadableError('damaged');
  return { pages, pageCount, scans: findScans(looks) };
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
