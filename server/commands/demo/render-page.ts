import { init } from '@embedpdf/pdfium';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { PdfiumHeaps } from '#server/documents/pdfium.ts';

/** Rows from the top, four bytes a pixel: blue, green, red, unused. */
export interface Picture {
  readonly width: number;
  readonly height: number;
  readonly pixels: Buffer;
}

/** From PDFium's public/fpdfview.h. */
const FPDFBITMAP_BGRX = 3;
const FPDF_ANNOT = 1;
const WHITE = 0xff_ff_ff_ff;

/** Draws the first page of a PDF at the given size in pixels. */
export async function renderFirstPage(
  file: Uint8Array,
  { width, height }: { readonly width: number; readonly height: number },
): Promise<Picture> {
  const wasmBinary = readFileSync(fileURLToPath(import.meta.resolve('@embedpdf/pdfium/pdfium.wasm')));
  const library = await init({ wasmBinary });
  library.PDFiumExt_Init();
  // The package's types leave out the view of its memory.
  const memory = library.pdfium as unknown as PdfiumHeaps;
  const { malloc, free } = library.pdfium.wasmExports;
  const data = malloc(file.length);
  memory.HEAPU8.set(file, data);
  const document = library.FPDF_LoadMemDocument(data, file.length, '');
  if (document === 0) throw new Error('PDFium could not open the page that was to be drawn.');
  const page = library.FPDF_LoadPage(document, 0);
  const bitmap = library.FPDFBitmap_CreateEx(width, height, FPDFBITMAP_BGRX, 0, 0);
  library.FPDFBitmap_FillRect(bitmap, 0, 0, width, height, WHITE);
  library.FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, height, 0, FPDF_ANNOT);
  const stride = library.FPDFBitmap_GetStride(bitmap);
  const start = library.FPDFBitmap_GetBuffer(bitmap);
  const pixels = Buffer.alloc(width * height * 4);
  for (let row = 0; row < height; row += 1) {
    const from = start + row * stride;
    pixels.set(memory.HEAPU8.subarray(from, from + width * 4), row * width * 4);
  }
  library.FPDFBitmap_Destroy(bitmap);
  library.FPDF_ClosePage(page);
  library.FPDF_CloseDocument(document);
  free(data);
  return { width, height, pixels };
}
