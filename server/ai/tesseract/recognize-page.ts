import { readPageWords } from '#server/documents/pdf-words.ts';
import type { Pdfium } from '#server/documents/pdfium.ts';
import { mergeOwnWords } from './merge-own-words.ts';
import { cutRows, type GreyImage } from './image/grey-image.ts';
import { estimateSlant } from './image/estimate-slant.ts';
import { evenBackground } from './image/even-background.ts';
import { rotate, turnQuarters } from './image/rotate.ts';
import { measureImages } from '#server/documents/recognition/page-images.ts';
import type { Engine, EngineWord } from './open-engine.ts';
import {
  averageConfidence,
  type RecognizedPage,
  type RecognizedWord,
} from '#server/documents/recognition/recognized-page.ts';
import { renderPage } from './render-page.ts';

/** Specks, lines and pictures are read as letters that the engine itself doubts. */
const lowestConfidence = 25;
const lowestConfidenceOfMarks = 60;
/** From the lowest descender to the highest ascender, a line is a little lower than its font's size. */
const sizePerLineHeight = 1.08;
/** Lines whose heights differ by less are of one size: the engine measures each line again. */
const sameSize = 0.14;

/** Words of the engine as words of a page in points, without non-words. */
function placeWords(words: readonly EngineWord[], pixelsPerPoint: number): RecognizedWord[] {
  const kept = words.filter(isWord);
  const sizes = sizeClasses(kept.map(({ lineHeight }) => (sizePerLineHeight * lineHeight) / pixelsPerPoint));
  return kept.map((word, index) => {
    const size = sizes[index] ?? 0;
    const baseline = word.baseline / pixelsPerPoint;
    const previous = kept[index - 1];
    return {
      text: word.text,
      left: round(word.left / pixelsPerPoint),
      right: round(word.right / pixelsPerPoint),
      // As words of a PDF's text are placed: by the baseline, which is what the letters of a line share.
      top: round(baseline - 0.75 * size),
      bottom: round(baseline + 0.25 * size),
      size,
      confidence: Math.round(word.confidence),
      follows: word.follows && previous !== undefined && previous.right <= word.left + size,
    };
  });
}

function isWord({ text, confidence }: EngineWord): boolean {
  const isMark = !/[\p{L}\p{N}]/u.test(text);
  return text.trim() !== '' && confidence >= (isMark ? lowestConfidenceOfMarks : lowestConfidence);
}

/** Each size replaced by the median of the sizes like it, to half a point. */
function sizeClasses(sizes: readonly number[]): number[] {
  const sorted = sizes.toSorted((a, b) => a - b);
  const classes: { upTo: number; size: number }[] = [];
  for (let start = 0; start < sorted.length;) {
    const smallest = sorted[start] ?? 0;
    let end = start;
    while (end < sorted.length && (sorted[end] ?? 0) <= smallest * (1 + 2 * sameSize)) end++;
    const median = sorted[(start + end) >> 1] ?? smallest;
    // What belongs to this class is within reach of its median; the rest begins the next one.
    const upTo = median * (1 + sameSize);
    while (end > start + 1 && (sorted[end - 1] ?? 0) > upTo) end--;
    classes.push({ upTo: sorted[end - 1] ?? smallest, size: Math.max(1, Math.round(median * 2) / 2) });
    start = end;
  }
  return sizes.map((size) => classes.find(({ upTo }) => size <= upTo)?.size ?? size);
}

const round = (points: number): number => Math.round(points * 10) / 10;

/** A page with text and less of it under images is not a scan, and straight. */
const smallestCoverage = 0.3;
/** Text that is read upside down, or not at all, gets less than this; a clean page gets 90 and more. */
const doubtfulConfidence = 65;
/** A turn of the page this small does no harm, and turning blurs. */
const smallestTurn = 0.25;
const sampleShare = 0.3;

interface Reading {
  readonly words: readonly EngineWord[];
  /** How well the words were read: letters, weighted by confidence. */
  readonly score: number;
}

/**
 * Recognizes the text of a page: draws it, evens the light, turns it upright and straight, and reads it. Words that the
 * PDF has as text stay as they are, unless their font is distrusted and the picture shows something else.
 * @param page handle of a loaded page
 * @param distrustedFonts as named in {@link PageWord.font}
 * @throws {RecognitionError} page-shape, memory
 */
export async function recognizePage(
  pdfium: Pdfium,
  page: number,
  engine: Engine,
  distrustedFonts: readonly string[] = [],
): Promise<RecognizedPage> {
  const own = readPageWords(pdfium, page);
  const hasText = own.some(({ font = '' }) => !distrustedFonts.includes(font));
  const isStraight = hasText && measureImages(pdfium, page).coverage < smallestCoverage;
  const rendered = renderPage(pdfium, page);
  const dotsPerInch = rendered.scale * 72;
  const even = evenBackground(rendered.image);
  const read = async (image: GreyImage): Promise<Reading> => {
    const words = await engine.recognize(image, dotsPerInch);
    const letters = words.reduce((sum, { text }) => sum + text.length, 0);
    return { words, score: letters * averageConfidence(words) };
  };

  const slant = isStraight ? { degrees: 0, isSideways: false } : estimateSlant(even);
  let quarters: 0 | 1 | 2 | 3 = slant.isSideways ? 1 : 0;
  const degrees = Math.abs(slant.degrees) < smallestTurn ? 0 : -slant.degrees;
  const straighten = () => {
    const turned = turnQuarters(even, quarters);
    return degrees === 0 ? turned : rotate(turned, degrees);
  };
  let straight = straighten();
  if (slant.isSideways && (await isUpsideDown(straight, read))) {
    quarters = 3;
    straight = straighten();
  }
  let reading = await read(straight);
  if (!isStraight && !slant.isSideways && averageConfidence(reading.words) < doubtfulConfidence) {
    if (reading.words.length > 0 && (await isUpsideDown(straight, read))) {
      quarters = 2;
      straight = straighten();
      reading = await read(straight);
    }
  }

  const placed = placeWords(reading.words, rendered.scale);
  const turnedDegrees = quarters * 90 + degrees;
  const words = turnedDegrees === 0 ? mergeOwnWords(own, distrustedFonts, placed) : placed;
  return {
    width: straight.width / rendered.scale,
    height: straight.height / rendered.scale,
    turnedDegrees,
    confidence: averageConfidence(words),
    words,
  };
}

/** Reads the part of the page with the most print both ways. */
async function isUpsideDown(
  image: GreyImage,
  read: (image: GreyImage) => Promise<Reading>,
): Promise<boolean> {
  const sample = cutDensestRows(image);
  const upright = await read(sample);
  const turned = await read(turnQuarters(sample, 2));
  return turned.score > 1.2 * upright.score;
}

/** A band of rows, a third of the page high, where most of the page's ink is. */
function cutDensestRows(image: GreyImage): GreyImage {
  const { width, height, pixels } = image;
  const rows = Math.ceil(height * sampleShare);
  const ink = Array.from({ length: height }, (_, y) => {
    let sum = 0;
    for (let x = 0; x < width; x += 8) if ((pixels[y * width + x] ?? 255) < 128) sum++;
    return sum;
  });
  let sum = 0;
  let best = { top: 0, sum: -1 };
  for (let y = 0; y < height; y++) {
    sum += (ink[y] ?? 0) - (ink[y - rows] ?? 0);
    if (y >= rows - 1 && sum > best.sum) best = { top: y - rows + 1, sum };
  }
  return cutRows(image, best.top, Math.min(height, best.top + rows));
}
