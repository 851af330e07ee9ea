import type { DocumentPage } from './document-blocks.ts';
import { DocumentUnreadableError } from './document-unreadable-error.ts';
import { markFixedPitch } from './fixed-pitch.ts';
import { layOutDocument } from './layout/lay-out-document.ts';
import { divideIntoRegions } from './layout/page-regions.ts';
import { readRegion, type ReadPage } from './layout/read-page.ts';
import { openPdf } from './open-pdf.ts';
import { readPdfNotes } from './pdf-notes.ts';
import { readOutline } from './pdf-outline.ts';
import { countShapes, noShapes, readShapes, type PageShapes } from './pdf-shapes.ts';
import { readPageWords, type PageWord } from './pdf-words.ts';
import type { Pdfium } from './pdfium.ts';
import { printableLine } from './printable-text.ts';
import { countLetters, findScans, lookAtPage, type PageLook } from './recognition/find-scans.ts';
import { FontJudge } from './recognition/judge-fonts.ts';
import type { RecognizedWord } from './recognition/recognized-page.ts';
import { joinCutWords } from './recognition/cut-words.ts';
import { isBroken, LigatureSuspects, restoreLigatures } from './recognition/restore-ligatures.ts';

/** More pages than this are refused. */
export const maximumPdfPages = 2000;
/** A page of a book holds some 500 words. A word takes 220 bytes where fonts have to be repaired, and the process has half a gibibyte. */
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
    const source = { ...pdf, pdfium, recognized };
    const first = readTrustingFonts(source);
    const { lines, scans } = needsRepair(first) ? readRepairing(source, first) : first;
    // The layout depends on all pages: builds, running heads and columns are seen across them.
    if (scans.size > 0)
      return first.looks.map((_, index) => {
        const distrustedFonts = scans.get(index);
        return {
          page: index + 1,
          blocks: [],
          ...(distrustedFonts === undefined ? {} : { isScan: true, distrustedFonts }),
        };
      });
    const laidOut = layOutDocument(lines, readOutline(pdfium, pdf.document)).flatMap((page) => [
      page,
      ...notesOf(page, first.notes),
    ]);
    return withText(laidOut.map((page) => withUnsureWords(page, recognized)));
  } finally {
    pdf.close();
  }
}

interface Source {
  readonly pdfium: Pdfium;
  readonly document: number;
  readonly losesVariants: boolean;
  readonly recognized: RecognizedPages;
}

/** A page as it is in the PDF, or as it was recognized. */
interface RawPage {
  readonly width: number;
  readonly height: number;
  readonly words: readonly PageWord[];
  readonly shapes: PageShapes;
}

const noPage: RawPage = { width: 0, height: 0, words: [], shapes: noShapes };

/** The kind of every page, and the lines of all pages. */
interface Read {
  readonly lines: ReadPage[];
  /** The indexes of the pages that have to be recognized before they can be read, with their distrusted fonts. */
  readonly scans: ReadonlyMap<number, string[]>;
}

interface FirstRead extends Read {
  readonly looks: readonly PageLook[];
  readonly garbled: readonly Set<string>[];
  /** The notes attached to pages, by page number. */
  readonly notes: Map<number, string[]>;
  /** Words lack characters, or fonts may lack ligatures. */
  readonly isIncomplete: boolean;
}

const needsRepair = ({ looks, garbled, isIncomplete }: FirstRead): boolean =>
  isIncomplete || looks.includes('poor-layer') || garbled.some((fonts) => fonts.size > 0);

/**
 * Reads the lines of each page as if its fonts could be trusted, which is nearly always so, and checks whether they can.
 * The words of a long document would take half a gigabyte; its lines take much less.
 */
function readTrustingFonts(source: Source): FirstRead {
  const { pdfium, recognized } = source;
  const lines: ReadPage[] = [];
  const looks: PageLook[] = [];
  const notes = new Map<number, string[]>();
  const fonts = new FontJudge();
  const ligatures = new LigatureSuspects();
  let wordCount = 0;
  visitPages(source, (raw, index, page) => {
    wordCount += raw.words.length;
    if (wordCount > maximumWords) throw new DocumentUnreadableError('memory-limit');
    const isRecognized = (recognized.get(index + 1) ?? []).length > 0;
    looks.push(isRecognized || page === 0 ? 'text' : lookAtPage(pdfium, page, raw.words));
    if (page !== 0) notes.set(index + 1, readPdfNotes(pdfium, page));
    fonts.addPage(raw.words);
    const words = joinCutWords(raw.words);
    ligatures.addPage(words);
    addLines(lines, raw, words, index);
  });
  const scans = new Map<number, string[]>();
  for (const index of findScans(looks)) if (!recognized.has(index + 1)) scans.set(index, []);
  return {
    lines,
    scans,
    looks,
    garbled: fonts.finish(),
    notes,
    isIncomplete: ligatures.hasBrokenWords || ligatures.finish().size > 0,
  };
}

/** Reads again, restores ligatures, and drops the words that are still broken or in distrusted fonts. */
function readRepairing(source: Source, { looks, garbled, lines }: FirstRead): Read {
  // The first reading's lines are not needed, and the words of a long document take half a gigabyte.
  lines.length = 0;
  const pages: RawPage[] = [];
  visitPages(source, (raw) => pages.push(raw));
  for (const [index, { words }] of pages.entries())
    if (looks[index] === 'poor-layer') for (const { font = '' } of words) garbled[index]?.add(font);
  const restored = restoreLigatures(
    pages.map(({ words }, index) => words.filter(({ font = '' }) => garbled[index]?.has(font) !== true)),
  );
  const isScan = findScans(looks);
  const scans = new Map<number, string[]>();
  for (const [index, own] of restored.entries()) {
    const whole = own.filter(({ text }) => !isBroken(text));
    const fonts = [...(garbled[index] ?? [])];
    const isIncomplete = fonts.length > 0 || whole.length < own.length || isScan.has(index);
    // After recognition, there is nothing better than the PDF's own text.
    if (isIncomplete && !source.recognized.has(index + 1)) scans.set(index, fonts);
    addLines(lines, pages[index] ?? noPage, whole, index);
    pages[index] = noPage;
    restored[index] = [];
  }
  return { lines, scans };
}

/** The notes attached to a slide. Notes on other pages are comments on the text. */
function notesOf(
  { page, pageEnd, kind, titlePath }: DocumentPage,
  notes: FirstRead['notes'],
): DocumentPage[] {
  if (page === null || titlePath === undefined || kind === 'notes') return [];
  const found: DocumentPage[] = [];
  for (let number = page; number <= (pageEnd ?? page); number++) {
    const blocks = (notes.get(number) ?? []).map((text) => ({ kind: 'paragraph' as const, text }));
    if (blocks.length > 0) found.push({ page: number, kind: 'notes', titlePath, blocks });
    // A page may contain several slides.
    notes.delete(number);
  }
  return found;
}

function addLines(
  lines: ReadPage[],
  { shapes, width, height }: RawPage,
  words: readonly PageWord[],
  index: number,
): void {
  for (const region of divideIntoRegions(words, shapes, width, height))
    lines.push(readRegion(region, index + 1, lines.at(-1)));
}

/** Calls `visit` with each page, its index and its handle, which is 0 where the page cannot be opened. */
function visitPages(
  { pdfium, document, losesVariants, recognized }: Source,
  visit: (raw: RawPage, index: number, page: number) => void,
): void {
  const pageCount = pdfium.functions.FPDF_GetPageCount(document);
  if (pageCount > maximumPdfPages) throw new DocumentUnreadableError('too-many-pages');
  let shapeCount = 0;
  let unreadable = 0;
  for (let index = 0; index < pageCount; index++) {
    const page = pdfium.functions.FPDF_LoadPage(document, index);
    if (page === 0) {
      unreadable++;
      visit(noPage, index, page);
      continue;
    }
    try {
      const known = recognized.get(index + 1);
      // If nothing was recognized, the words in trusted fonts remain.
      const words =
        known !== undefined && known.length > 0
          ? known.map(asPageWord)
          : markFixedPitch(readPageWords(pdfium, page, losesVariants));
      const shapes = shapeCount < maximumShapes ? readShapes(pdfium, page) : noShapes;
      shapeCount += countShapes(shapes);
      const width = pdfium.functions.FPDF_GetPageWidthF(page);
      const height = pdfium.functions.FPDF_GetPageHeightF(page);
      visit({ width, height, words, shapes }, index, page);
    } finally {
      pdfium.functions.FPDF_ClosePage(page);
    }
  }
  if (unreadable === pageCount) throw new DocumentUnreadableError('damaged');
}

/** Scanning says nothing of a word's typeface. */
const asPageWord = (word: RecognizedWord): PageWord => ({ ...word, bold: false, monospaced: false });

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
  // A scan may carry a stamp or a page number; that is not text to learn from.
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
