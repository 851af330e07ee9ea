import type { Pdfium } from '#server/documents/pdfium.ts';
import { RecognitionError } from './recognition-error.ts';
import type { GreyImage } from './image/grey-image.ts';
import { drawPage } from '#server/documents/recognition/draw-page.ts';
import { measureImages } from '#server/documents/recognition/page-images.ts';

/** A page as a picture. */
export interface RenderedPage {
  readonly image: GreyImage;
  /** Pixels for each point of the page. */
  readonly scale: number;
}

/** Print is recognized best at 300 dots an inch. */
const usualScale = 300 / 72;
/** A little more than A4 at 300 dots an inch; a larger page, or one of 20,000 × 20,000 pixels, is drawn smaller. */
const mostPixels = 12_000_000;
const smallestSide = 16;
/** A side of a page may be 200 inches (14,400 points); a strip of a few pixels is not a page to read. */
const largestRatio = 40;

/**
 * Draws a page in grey at about 300 dots an inch, finer where its image is, and never with more than 12 million pixels.
 * @throws {RecognitionError} page-shape, memory
 */
export function renderPage(pdfium: Pdfium, page: number): RenderedPage {
  const { functions } = pdfium;
  const pageWidth = functions.FPDF_GetPageWidthF(page);
  const pageHeight = functions.FPDF_GetPageHeightF(page);
  const area = pageWidth * pageHeight;
  const ratio = Math.max(pageWidth, pageHeight) / Math.min(pageWidth, pageHeight);
  if (!(area > 0) || !(ratio <= largestRatio)) throw new RecognitionError('page-shape');
  const scale = Math.min(
    Math.max(usualScale, measureImages(pdfium, page).pixelsPerPoint),
    Math.sqrt(mostPixels / area),
  );
  const width = Math.max(smallestSide, Math.round(pageWidth * scale));
  const height = Math.max(smallestSide, Math.round(pageHeight * scale));
  const image = drawPage(pdfium, page, { width, height });
  if (image === undefined) throw new RecognitionError('memory');
  return { image, scale };
}
