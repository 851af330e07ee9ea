import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { init } from '@embedpdf/pdfium';

/**
 * The functions of PDFium that Lectern calls, straight from the WebAssembly module: the library's wrappers check and
 * convert arguments, which takes 5 times as long, and a page takes thousands of calls. Numbers are handles, pointers
 * or C values; see `fpdf_text.h` and `fpdfview.h`.
 */
export interface PdfiumFunctions {
  malloc(bytes: number): number;
  free(pointer: number): void;
  FPDF_LoadMemDocument(data: number, bytes: number, password: number): number;
  FPDF_GetLastError(): number;
  FPDF_GetPageCount(document: number): number;
  FPDF_GetMetaText(document: number, tag: number, buffer: number, bytes: number): number;
  FPDF_CloseDocument(document: number): void;
  FPDF_LoadPage(document: number, index: number): number;
  FPDF_ClosePage(page: number): void;
  FPDF_GetPageWidthF(page: number): number;
  FPDF_GetPageHeightF(page: number): number;
  FPDFPage_GetRotation(page: number): number;
  FPDFPage_GetAnnotCount(page: number): number;
  FPDFPage_GetAnnot(page: number, index: number): number;
  FPDFPage_CloseAnnot(annotation: number): void;
  FPDFAnnot_GetSubtype(annotation: number): number;
  FPDFAnnot_GetStringValue(annotation: number, key: number, buffer: number, bytes: number): number;
  FPDFBookmark_GetFirstChild(document: number, bookmark: number): number;
  FPDFBookmark_GetNextSibling(document: number, bookmark: number): number;
  FPDFBookmark_GetTitle(bookmark: number, buffer: number, bytes: number): number;
  FPDFBookmark_GetDest(document: number, bookmark: number): number;
  FPDFBookmark_GetAction(bookmark: number): number;
  FPDFAction_GetDest(document: number, action: number): number;
  FPDFDest_GetDestPageIndex(document: number, destination: number): number;
  FPDFText_LoadPage(page: number): number;
  FPDFText_ClosePage(textPage: number): void;
  FPDFText_CountChars(textPage: number): number;
  FPDFText_GetUnicode(textPage: number, index: number): number;
  FPDFText_HasUnicodeMapError(textPage: number, index: number): number;
  FPDFText_IsGenerated(textPage: number, index: number): number;
  FPDFText_GetLooseCharBox(textPage: number, index: number, rectangle: number): number;
  FPDFText_GetCharBox(
    textPage: number,
    index: number,
    left: number,
    right: number,
    bottom: number,
    top: number,
  ): number;
  FPDFText_GetCharOrigin(textPage: number, index: number, x: number, y: number): number;
  FPDFText_GetFontSize(textPage: number, index: number): number;
  FPDFText_GetFontInfo(textPage: number, index: number, name: number, bytes: number, flags: number): number;
  FPDFText_GetMatrix(textPage: number, index: number, matrix: number): number;
  FPDFText_GetTextObject(textPage: number, index: number): number;
  FPDFTextObj_GetTextRenderMode(textObject: number): number;
  FPDFTextObj_GetFont(textObject: number): number;
  FPDFPage_CountObjects(page: number): number;
  FPDFPage_GetObject(page: number, index: number): number;
  FPDFFormObj_CountObjects(form: number): number;
  FPDFFormObj_GetObject(form: number, index: number): number;
  FPDFPageObj_GetType(object: number): number;
  FPDFPageObj_GetMatrix(object: number, matrix: number): number;
  FPDFPageObj_GetBounds(object: number, left: number, bottom: number, right: number, top: number): number;
  FPDFPageObj_GetClipPath(object: number): number;
  FPDFClipPath_CountPaths(clip: number): number;
  FPDFClipPath_CountPathSegments(clip: number, path: number): number;
  FPDFClipPath_GetPathSegment(clip: number, path: number, index: number): number;
  FPDFPageObj_GetFillColor(object: number, red: number, green: number, blue: number, alpha: number): number;
  FPDFPath_GetDrawMode(path: number, fill: number, stroke: number): number;
  FPDFPath_CountSegments(path: number): number;
  FPDFPath_GetPathSegment(path: number, index: number): number;
  FPDFPathSegment_GetPoint(segment: number, x: number, y: number): number;
  FPDFPathSegment_GetType(segment: number): number;
  FPDFImageObj_GetImagePixelSize(image: number, width: number, height: number): number;
  FPDFBitmap_CreateEx(width: number, height: number, format: number, first: number, stride: number): number;
  FPDFBitmap_FillRect(
    bitmap: number,
    left: number,
    top: number,
    width: number,
    height: number,
    colour: number,
  ): number;
  FPDFBitmap_GetBuffer(bitmap: number): number;
  FPDFBitmap_GetStride(bitmap: number): number;
  FPDFBitmap_Destroy(bitmap: number): void;
  FPDF_RenderPageBitmap(
    bitmap: number,
    page: number,
    left: number,
    top: number,
    width: number,
    height: number,
    rotation: number,
    flags: number,
  ): void;
}

/** Views of PDFium's memory. They change when it grows: read them again after every call. */
export interface PdfiumHeaps {
  readonly HEAPU8: Uint8Array;
  readonly HEAP32: Int32Array;
  readonly HEAPF32: Float32Array;
  readonly HEAPF64: Float64Array;
}

/** PDFium, loaded. */
export interface Pdfium {
  readonly functions: PdfiumFunctions;
  readonly heaps: PdfiumHeaps;
}

/** Loads PDFium (WebAssembly) into this process. */
export async function loadPdfium(): Promise<Pdfium> {
  const path = fileURLToPath(import.meta.resolve('@embedpdf/pdfium/pdfium.wasm'));
  const bytes = readFileSync(path);
  const loaded = await init({ wasmBinary: bytes });
  loaded.PDFiumExt_Init();
  return {
    functions: loaded.pdfium.wasmExports as unknown as PdfiumFunctions,
    heaps: loaded.pdfium as unknown as PdfiumHeaps,
  };
}
