import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { init } from '@embedpdf/pdfium';

/**
 * The functions of PDFium that Lectern calls, without the library's argument conversion: it is 5 times slower, and a
 * page takes thousands of calls. Numbers are handles, pointers or C values; see `fpdf_text.h` and `fpdfview.h`.
 */
export interface Pdfium {
  readonly HEAPU8: Uint8Array;
  readonly HEAP32: Int32Array;
  readonly HEAPF32: Float32Array;
  readonly HEAPF64: Float64Array;
  _malloc(bytes: number): number;
  _free(pointer: number): void;
  _PDFiumExt_Init(): void;
  _FPDF_LoadMemDocument(data: number, bytes: number, password: number): number;
  _FPDF_GetLastError(): number;
  _FPDF_GetPageCount(document: number): number;
  _FPDF_CloseDocument(document: number): void;
  _FPDF_LoadPage(document: number, index: number): number;
  _FPDF_ClosePage(page: number): void;
  _FPDF_GetPageWidthF(page: number): number;
  _FPDF_GetPageHeightF(page: number): number;
  _FPDFPage_GetRotation(page: number): number;
  _FPDFText_LoadPage(page: number): number;
  _FPDFText_ClosePage(textPage: number): void;
  _FPDFText_CountChars(textPage: number): number;
  _FPDFText_GetUnicode(textPage: number, index: number): number;
  _FPDFText_GetLooseCharBox(textPage: number, index: number, rectangle: number): number;
  _FPDFText_GetCharOrigin(textPage: number, index: number, x: number, y: number): number;
  _FPDFText_GetFontSize(textPage: number, index: number): number;
  _FPDFText_GetFontInfo(textPage: number, index: number, name: number, bytes: number, flags: number): number;
  _FPDFText_GetMatrix(textPage: number, index: number, matrix: number): number;
  _FPDFText_GetTextObject(textPage: number, index: number): number;
  _FPDFTextObj_GetFont(textObject: number): number;
}

/** Loads PDFium (WebAssembly) into this process. */
export async function loadPdfium(): Promise<Pdfium> {
  const path = fileURLToPath(import.meta.resolve('@embedpdf/pdfium/pdfium.wasm'));
  const bytes = readFileSync(path);
  const loaded = await init({ wasmBinary: bytes });
  const pdfium = loaded.pdfium as unknown as Pdfium;
  pdfium._PDFiumExt_Init();
  return pdfium;
}
