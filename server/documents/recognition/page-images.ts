import { imageObject, visitPageObjects } from '../page-objects.ts';
import type { Pdfium } from '../pdfium.ts';

/** The images of a page, summed up. */
export interface PageImages {
  /** How much of the page they cover, 0 to 1; overlapping ones count twice, at most 1 altogether. */
  readonly coverage: number;
  /** Of the finest of the larger images: its pixels for each point of the page. 0 without one. */
  readonly pixelsPerPoint: number;
}

const smallestShare = 0.05;

/** Looks which images a page holds. They are not decoded. */
export function measureImages(pdfium: Pdfium, page: number): PageImages {
  const { functions, heaps } = pdfium;
  const area = functions.FPDF_GetPageWidthF(page) * functions.FPDF_GetPageHeightF(page);
  if (!(area > 0)) return { coverage: 0, pixelsPerPoint: 0 };
  let covered = 0;
  let pixelsPerPoint = 0;
  visitPageObjects(pdfium, page, imageObject, (image, [a, b, c, d], buffer) => {
    // An image fills the unit square, so that its matrix says how large it is.
    const size = Math.abs(a * d - b * c);
    covered += size;
    if (size < smallestShare * area) return;
    if (functions.FPDFImageObj_GetImagePixelSize(image, buffer, buffer + 4) === 0) return;
    const [width = 0, height = 0] = heaps.HEAP32.subarray(buffer >> 2, (buffer >> 2) + 2);
    pixelsPerPoint = Math.max(pixelsPerPoint, Math.sqrt((width * height) / size));
  });
  return { coverage: Math.min(1, covered / area), pixelsPerPoint };
}
