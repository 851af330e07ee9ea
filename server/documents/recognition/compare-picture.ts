import { baselineOf } from '../page-rows.ts';
import type { PageWord } from '../pdf-words.ts';
import type { Pdfium } from '../pdfium.ts';
import { drawPage, type DrawnPage } from './draw-page.ts';

/** Gaps between words are narrow. For lines of print, a coarse picture is enough and takes half the time. */
const pixelsPerPointOfGaps = 2;
const pixelsPerPointOfLines = 1;
const mostPixels = 4_000_000;
/** Print has bright paper on most of the page; photographs and coloured slides do not. */
const darkestPaper = 110;
const inkShare = 0.65;
const smallestPaperShare = 0.6;
const fewestGaps = 8;
const whiteGapShare = 0.6;
const fewestLines = 4;

/** Whether the picture of a page is white between the words of its text. */
export function isWhiteBetween(pdfium: Pdfium, page: number, words: readonly PageWord[]): boolean {
  const print = drawPrint(pdfium, page, pixelsPerPointOfGaps);
  return print !== undefined && shareOfWhiteGaps(words, print) > whiteGapShare;
}

/** Whether the picture of a page shows lines of print where its text has none. */
export function hasMorePrint(pdfium: Pdfium, page: number, words: readonly PageWord[]): boolean {
  const print = drawPrint(pdfium, page, pixelsPerPointOfLines);
  return print !== undefined && countOtherLines(words, print) >= fewestLines;
}

/** A page drawn in ink on paper. */
interface Print {
  readonly width: number;
  readonly height: number;
  /** Pixels for each point of the page. */
  readonly scale: number;
  readonly isInk: (x: number, y: number) => boolean;
}

/** @returns undefined for a page that is not mostly paper */
function drawPrint(pdfium: Pdfium, page: number, pixelsPerPoint: number): Print | undefined {
  const pageWidth = pdfium.functions.FPDF_GetPageWidthF(page);
  const pageHeight = pdfium.functions.FPDF_GetPageHeightF(page);
  const scale = Math.min(pixelsPerPoint, Math.sqrt(mostPixels / (pageWidth * pageHeight)));
  const drawn = drawPage(pdfium, page, {
    width: Math.max(1, Math.round(pageWidth * scale)),
    height: Math.max(1, Math.round(pageHeight * scale)),
  });
  const paper = drawn === undefined ? undefined : findPaper(drawn);
  if (drawn === undefined || paper === undefined) return undefined;
  const { width, height, pixels } = drawn;
  return { width, height, scale, isInk: (x, y) => (pixels[y * width + x] ?? 255) < inkShare * paper };
}

/** The brightness of the paper; undefined if the page is not mostly paper. */
function findPaper({ pixels }: DrawnPage): number | undefined {
  const counts = new Uint32Array(256);
  for (const pixel of pixels) counts[pixel] = (counts[pixel] ?? 0) + 1;
  let [sum, best, brightness] = [0, 0, 0];
  const width = 40;
  for (let value = 0; value < 256; value++) {
    sum += (counts[value] ?? 0) - (counts[value - width] ?? 0);
    if (sum >= best) [best, brightness] = [sum, value - width / 2];
  }
  return best >= smallestPaperShare * pixels.length && brightness >= darkestPaper ? brightness : undefined;
}

function shareOfWhiteGaps(words: readonly PageWord[], { scale, isInk }: Print): number {
  let [gaps, white] = [0, 0];
  for (const [index, word] of words.entries()) {
    const before = words[index - 1];
    if (before === undefined || !word.follows || word.left <= before.right) continue;
    const baseline = baselineOf(word);
    const [top, bottom] = [baseline - 0.45 * word.size, baseline - 0.05 * word.size].map((y) =>
      Math.round(y * scale),
    );
    const reach = 0.2 * word.size;
    const from = Math.floor((before.right - reach) * scale);
    const to = Math.ceil((word.left + reach) * scale);
    const widest = widestWhite(from, to, top ?? 0, bottom ?? 0, isInk);
    gaps++;
    if (widest >= 0.15 * word.size * scale) white++;
  }
  return gaps < fewestGaps ? 0 : white / gaps;
}

/** The width of the widest gap without ink, in columns of pixels. */
function widestWhite(from: number, to: number, top: number, bottom: number, isInk: Print['isInk']): number {
  let [run, widest] = [0, 0];
  for (let x = from; x < to; x++) {
    let hasInk = false;
    for (let y = top; y <= bottom && !hasInk; y++) hasInk = isInk(x, y);
    run = hasInk ? 0 : run + 1;
    widest = Math.max(widest, run);
  }
  return widest;
}

/** Counts the bands of ink as high as a line where the text has no words. */
function countOtherLines(words: readonly PageWord[], { width, height, scale, isInk }: Print): number {
  const covered = new Uint8Array(height);
  for (const { top, bottom } of words)
    covered.fill(1, Math.max(0, Math.floor((top - 1) * scale)), Math.max(0, Math.ceil((bottom + 1) * scale)));
  const [lowest, highest] = [4 * scale, 40 * scale];
  let [lines, rows] = [0, 0];
  for (let y = 0; y <= height; y++) {
    let ink = 0;
    if (y < height && covered[y] === 0) for (let x = 0; x < width; x++) if (isInk(x, y)) ink++;
    if (ink > 0.01 * width && ink < 0.6 * width) rows++;
    else {
      if (rows >= lowest && rows <= highest) lines++;
      rows = 0;
    }
  }
  return lines;
}
