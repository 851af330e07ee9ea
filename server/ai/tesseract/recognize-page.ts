import { readPageWords } from '#server/documents/pdf-words.ts';
import type { Pdfium } from '#server/documents/pdfium.ts';
import { cutRows, type GreyImage } from './image/grey-image.ts';
import { estimateSlant } from './image/estimate-slant.ts';
import { evenBackground } from './image/even-background.ts';
import { rotate, turnQuarters } from './image/rotate.ts';
import { measureImages } from '#server/documents/recognition/page-images.ts';
import { isBroken, restoreLigatures } from '#server/documents/recognition/restore-ligatures.ts';
import { mergeOwnWords } from './merge-own-words.ts';
import type { Engine, EngineWord } from './open-engine.ts';
import { placeWords } from './place-words.ts';
import { averageConfidence, type RecognizedPage } from '#server/documents/recognition/recognized-page.ts';
import { renderPage } from './render-page.ts';

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
  const [trusted = []] = restoreLigatures([own.filter(({ font = '' }) => !distrustedFonts.includes(font))]);
  const distrusted = [
    ...own.filter(({ font = '' }) => distrustedFonts.includes(font)),
    ...trusted.filter(({ text }) => isBroken(text)),
  ];
  const isStraight = trusted.length > 0 && measureImages(pdfium, page).coverage < smallestCoverage;
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
  const words =
    turnedDegrees === 0
      ? mergeOwnWords({ trusted: trusted.filter(({ text }) => !isBroken(text)), distrusted }, placed)
      : placed;
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
