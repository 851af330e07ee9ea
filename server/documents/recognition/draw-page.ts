import type { Pdfium } from '../pdfium.ts';

/** A greyscale picture, row by row from the top. */
export interface DrawnPage {
  readonly width: number;
  readonly height: number;
  readonly pixels: Uint8Array;
}

/** From PDFium's public/fpdfview.h. */
const greyFormat = 1;
const greyFlag = 0x08;
const white = 0xff_ff_ff_ff;

/** Draws a page in greyscale. Returns undefined if PDFium runs out of memory. */
export function drawPage(
  pdfium: Pdfium,
  page: number,
  { width, height }: { width: number; height: number },
): DrawnPage | undefined {
  const { functions } = pdfium;
  const bitmap = functions.FPDFBitmap_CreateEx(width, height, greyFormat, 0, 0);
  if (bitmap === 0) return undefined;
  try {
    functions.FPDFBitmap_FillRect(bitmap, 0, 0, width, height, white);
    functions.FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, height, 0, greyFlag);
    return { width, height, pixels: copyPixels(pdfium, bitmap, width, height) };
  } finally {
    functions.FPDFBitmap_Destroy(bitmap);
  }
}

function copyPixels({ functions, heaps }: Pdfium, bitmap: number, width: number, height: number): Uint8Array {
  const stride = functions.FPDFBitmap_GetStride(bitmap);
  const start = functions.FPDFBitmap_GetBuffer(bitmap);
  const pixels = new Uint8Array(width * height);
  for (let row = 0; row < height; row++) {
    const from = start + row * stride;
    pixels.set(heaps.HEAPU8.subarray(from, from + width), row * width);
  }
  return pixels;
}
