import type { Pdfium } from './pdfium.ts';

/** From PDFium's public/fpdf_edit.h. */
export const pathObject = 2;
export const imageObject = 3;
export const shadingObject = 4;
const formObject = 5;
const mostObjects = 20_000;
const deepestForm = 4;

export type Matrix = readonly [number, number, number, number, number, number];
const identity: Matrix = [1, 0, 0, 1, 0, 0];

/**
 * Visits the objects of one type on a loaded page, also those inside forms (groups).
 * @param visit is called with the object's handle, its matrix on the page, and 16 bytes for what PDFium writes
 */
export function visitPageObjects(
  { functions, heaps }: Pdfium,
  page: number,
  type: number,
  visit: (object: number, matrix: Matrix, buffer: number) => void,
): void {
  const buffer = functions.malloc(32);
  let left = mostObjects;

  const matrixOf = (object: number, outer: Matrix): Matrix => {
    if (functions.FPDFPageObj_GetMatrix(object, buffer) === 0) return outer;
    const at = buffer >> 2;
    const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = heaps.HEAPF32.subarray(at, at + 6);
    const [A, B, C, D, E, F] = outer;
    return [a * A + b * C, a * B + b * D, c * A + d * C, c * B + d * D, e * A + f * C + E, e * B + f * D + F];
  };

  const visitOne = (object: number, outer: Matrix, depth: number): void => {
    if (object === 0 || left-- <= 0) return;
    const own = functions.FPDFPageObj_GetType(object);
    if (own === type) visit(object, matrixOf(object, outer), buffer);
    if (own !== formObject || depth >= deepestForm) return;
    const matrix = matrixOf(object, outer);
    const count = functions.FPDFFormObj_CountObjects(object);
    for (let index = 0; index < count && left > 0; index++)
      visitOne(functions.FPDFFormObj_GetObject(object, index), matrix, depth + 1);
  };

  try {
    const count = functions.FPDFPage_CountObjects(page);
    for (let index = 0; index < count && left > 0; index++)
      visitOne(functions.FPDFPage_GetObject(page, index), identity, 0);
  } finally {
    functions.free(buffer);
  }
}
