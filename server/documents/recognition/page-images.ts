import type { Pdfium } from '../pdfium.ts';

/** From PDFium's public/fpdf_edit.h. */
const imageObject = 3;
const formObject = 5;
const mostObjects = 20_000;
const deepestForm = 4;

/** The images of a page, summed up. */
export interface PageImages {
  /** How much of the page they cover, 0 to 1; overlapping ones count twice, at most 1 altogether. */
  readonly coverage: number;
  /** Of the finest of the larger images: its pixels for each point of the page. 0 without one. */
  readonly pixelsPerPoint: number;
}

const smallestShare = 0.05;

/** Looks which images a page holds, also inside forms (groups). They are not decoded. */
export function measureImages(pdfium: Pdfium, page: number): PageImages {
  const { functions, heaps } = pdfium;
  const area = functions.FPDF_GetPageWidthF(page) * functions.FPDF_GetPageHeightF(page);
  if (!(area > 0)) return { coverage: 0, pixelsPerPoint: 0 };
  const buffer = functions.malloc(32);
  let left = mostObjects;
  let covered = 0;
  let pixelsPerPoint = 0;

  const visit = (object: number, scale: number, depth: number): void => {
    if (object === 0 || left-- <= 0) return;
    const type = functions.FPDFPageObj_GetType(object);
    if (type !== imageObject && type !== formObject) return;
    if (functions.FPDFPageObj_GetMatrix(object, buffer) === 0) return;
    const at = buffer >> 2;
    const [a = 1, b = 0, c = 0, d = 1] = heaps.HEAPF32.subarray(at, at + 4);
    // An image fills the unit square, so that its matrix says how large it is; a form's scales what is in it.
    const size = Math.abs(a * d - b * c) * scale;
    if (type === formObject) {
      const count = depth < deepestForm ? functions.FPDFFormObj_CountObjects(object) : 0;
      for (let index = 0; index < count && left > 0; index++)
        visit(functions.FPDFFormObj_GetObject(object, index), size, depth + 1);
      return;
    }
    covered += size;
    if (size < smallestShare * area) return;
    if (functions.FPDFImageObj_GetImagePixelSize(object, buffer, buffer + 4) === 0) return;
    const width = heaps.HEAP32[buffer >> 2] ?? 0;
    const height = heaps.HEAP32[(buffer >> 2) + 1] ?? 0;
    pixelsPerPoint = Math.max(pixelsPerPoint, Math.sqrt((width * height) / size));
  };

  try {
    const count = functions.FPDFPage_CountObjects(page);
    for (let index = 0; index < count && left > 0; index++)
      visit(functions.FPDFPage_GetObject(page, index), 1, 0);
    return { coverage: Math.min(1, covered / area), pixelsPerPoint };
  } finally {
    functions.free(buffer);
  }
}
