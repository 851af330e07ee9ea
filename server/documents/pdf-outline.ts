import { printableLine } from './printable-text.ts';
import type { Pdfium } from './pdfium.ts';

/** An entry of a PDF's outline (its bookmarks). */
export interface OutlineEntry {
  readonly title: string;
  /** From 1. */
  readonly level: number;
  /** The page it points at, from 1. */
  readonly page: number;
}

const mostEntries = 5_000;
const deepestLevel = 6;
const titleBytes = 1_024;
const longestTitle = 200;
/** Programs name every slide, or the file. */
const isByProgram =
  /^(?:slide|page|sheet|folie|seite|diapositiva|página|pagina|diapositive) ?\d+(?::|$)|\.(?:pdf|pptx?|docx?|odp|odt|key|tex)$/iu;

/**
 * Reads the outline of an open document, in order. Entries without a page or a title that someone chose are left out, and so
 * is what follows the first 5,000: an outline may refer to itself without end.
 */
export function readOutline(pdfium: Pdfium, document: number): OutlineEntry[] {
  const { functions } = pdfium;
  const entries: OutlineEntry[] = [];
  const buffer = functions.malloc(titleBytes);
  let visited = 0;
  const visit = (parent: number, level: number): void => {
    let bookmark = functions.FPDFBookmark_GetFirstChild(document, parent);
    while (bookmark !== 0 && visited < mostEntries) {
      visited++;
      const title = readTitle(pdfium, bookmark, buffer);
      const page = findPage(pdfium, document, bookmark);
      if (title !== '' && !isByProgram.test(title) && page !== undefined)
        entries.push({ title, level, page });
      if (level < deepestLevel) visit(bookmark, level + 1);
      bookmark = functions.FPDFBookmark_GetNextSibling(document, bookmark);
    }
  };
  try {
    visit(0, 1);
  } finally {
    functions.free(buffer);
  }
  return entries;
}

function readTitle({ functions, heaps }: Pdfium, bookmark: number, buffer: number): string {
  // In UTF-16LE, with a zero at its end. Of a title that is longer nothing is written.
  const bytes = functions.FPDFBookmark_GetTitle(bookmark, buffer, titleBytes);
  if (bytes < 2 || bytes > titleBytes) return '';
  const title = Buffer.from(heaps.HEAPU8.subarray(buffer, buffer + bytes - 2)).toString('utf16le');
  // LaTeX writes quotation marks as it reads them.
  const quoted = title.replaceAll('``', '“').replaceAll("''", '”');
  return printableLine(quoted).slice(0, longestTitle).toWellFormed().trim();
}

function findPage({ functions }: Pdfium, document: number, bookmark: number): number | undefined {
  let destination = functions.FPDFBookmark_GetDest(document, bookmark);
  if (destination === 0) {
    const action = functions.FPDFBookmark_GetAction(bookmark);
    if (action !== 0) destination = functions.FPDFAction_GetDest(document, action);
  }
  const index = destination === 0 ? -1 : functions.FPDFDest_GetDestPageIndex(document, destination);
  return index < 0 ? undefined : index + 1;
}
