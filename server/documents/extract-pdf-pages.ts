import type { DocumentPage } from './document-blocks.ts';
import { DocumentUnreadableError } from './document-unreadable-error.ts';
import { layOutDocument } from './layout/lay-out-document.ts';
import { divideIntoRegions } from './layout/page-regions.ts';
import { readRegion, type ReadPage } from './layout/read-page.ts';
import { openPdf } from './open-pdf.ts';
import { readOutline } from './pdf-outline.ts';
import { countShapes, noShapes, readShapes, type PageShapes } from './pdf-shapes.ts';
import { readPageWords, type PageWord } from './pdf-words.ts';
import type { Pdfium } from './pdfium.ts';
import { printableLine } from './printable-text.ts';
import { countLetters, findScans, lookAtPage, type PageLook } from './recognition/find-scans.ts';
import { judgeFonts } from './recognition/judge-fonts.ts';
import type { RecognizedWord } from './recognition/recognized-page.ts';
import { isBroken, restoreLigatures } from './recognition/restore-ligatures.ts';

/** More pages than this are refused. */
export const maximumPdfPages = 2000;
/** A page of a book holds some 500 words. A word takes 220 bytes until its page is laid out, and the process has half a gibibyte. */
const maximumWords = 2_000_000;
/** A shape takes about as much. With more of them, the other pages are read without tables' lines and slides' frames. */
const maximumShapes = 500_000;
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
    const read = readPages(pdfium, pdf.document, recognized);
    const { words, scans } = trustFonts(read);
    // The layout depends on all pages: builds, running heads and columns are seen across them.
    if (scans.size > 0)
      return read.map((_, index) => {
        const distrustedFonts = scans.get(index);
        return {
          page: index + 1,
          blocks: [],
          ...(distrustedFonts === undefined ? {} : { isScan: true, distrustedFonts }),
        };
      });
    const pages: ReadPage[] = [];
    for (const [index, own] of words.entries()) {
      const { shapes, width, height } = read[index] ?? noPage;
      for (const region of divideIntoRegions(own, shapes, width, height))
        pages.push(readRegion(region, index + 1, pages.at(-1)));
      // The words of a long document take much memory, and only its lines are needed from here on.
      read[index] = noPage;
      words[index] = [];
    }
    const laidOut = layOutDocument(pages, readOutline(pdfium, pdf.document));
    return withText(laidOut.map((page) => withUnsureWords(page, recognized)));
  } finally {
    pdf.close();
  }
}

/** A page as it is in the PDF, or as it was recognized. */
interface RawPage {
  readonly width: number;
  readonly height: number;
  readonly words: readonly PageWord[];
  readonly shapes: PageShapes;
  readonly look: PageLook;
  /** Recognition was tried already, so nothing better than the PDF's own text will come. */
  readonly isFinal: boolean;
}

const noPage: RawPage = { width: 0, height: 0, words: [], shapes: noShapes, look: 'text', isFinal: true };

function readPages(pdfium: Pdfium, document: number, recognized: RecognizedPages): RawPage[] {
  const pageCount = pdfium.functions.FPDF_GetPageCount(document);
  if (pageCount > maximumPdfPages) throw new DocumentUnreadableError('too-many-pages');
  const pages: RawPage[] = [];
  let wordCount = 0;
  let shapeCount = 0;
  let unreadable = 0;
  for (let index = 0; index < pageCount; index++) {
    const page = pdfium.functions.FPDF_LoadPage(document, index);
    if (page === 0) {
      unreadable++;
      pages.push(noPage);
      continue;
    }
    try {
      const known = recognized.get(index + 1);
      // If nothing was recognized, the words in trusted fonts remain.
      const words =
        known !== undefined && known.length > 0 ? known.map(asPageWord) : readPageWords(pdfium, page);
      wordCount += words.length;
      if (wordCount > maximumWords) throw new DocumentUnreadableError('memory-limit');
      const shapes = shapeCount < maximumShapes ? readShapes(pdfium, page) : noShapes;
      shapeCount += countShapes(shapes);
      pages.push({
        width: pdfium.functions.FPDF_GetPageWidthF(page),
        height: pdfium.functions.FPDF_GetPageHeightF(page),
        words,
        shapes,
        look: known === undefined || known.length === 0 ? lookAtPage(pdfium, page, words) : 'text',
        isFinal: known !== undefined,
      });
    } finally {
      pdfium.functions.FPDF_ClosePage(page);
    }
  }
  if (unreadable === pageCount) throw new DocumentUnreadableError('damaged');
  return pages;
}

/**
 * Restores ligatures, and drops the words that are still broken or in distrusted fonts.
 * @returns also the indexes of the pages that have to be recognized before they can be read, with their distrusted fonts
 */
function trustFonts(pages: readonly RawPage[]): { words: PageWord[][]; scans: Map<number, string[]> } {
  const garbled = judgeFonts(pages.map(({ words }) => words));
  for (const [index, { look, words }] of pages.entries())
    if (look === 'poor-layer') for (const { font = '' } of words) garbled[index]?.add(font);
  const restored = restoreLigatures(
    pages.map(({ words }, index) => words.filter(({ font = '' }) => garbled[index]?.has(font) !== true)),
  );
  const isScan = findScans(pages.map(({ look }) => look));
  const scans = new Map<number, string[]>();
  const words = restored.map((own, index) => {
    const whole = own.filter(({ text }) => !isBroken(text));
    const fonts = [...(garbled[index] ?? [])];
    const isIncomplete = fonts.length > 0 || whole.length < own.length || isScan.has(index);
    if (isIncomplete && pages[index]?.isFinal !== true) scans.set(index, fonts);
    return whole;
  });
  return { words, scans };
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

/** Below this confidence, a word may be wrong. */
const sureConfidence = 60;

function withUnsureWords(page: DocumentPage, recognized: RecognizedPages): DocumentPage {
  const unsure: string[] = [];
  for (let number = page.page ?? 0; number <= (page.pageEnd ?? page.page ?? 0); number++)
    for (const { text, confidence } of recognized.get(number) ?? [])
      if (confidence < sureConfidence) unsure.push(printableLine(text));
  return unsure.length === 0 ? page : { ...page, unsureWords: [...new Set(unsure)] };
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
