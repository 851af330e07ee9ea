import { type Box, pageCoordinates } from './pdf-characters.ts';
import type { Pdfium } from './pdfium.ts';

/** The drawings on a page that help to lay out its text. Lengths are points, y downwards. */
export interface PageShapes {
  /** Horizontal and vertical lines, including the edges of rectangles, as boxes without height or width. */
  readonly rules: readonly Box[];
  /** Rectangles that may frame a slide. */
  readonly frames: readonly Box[];
  /** Small shapes with many corners or curves, which may be characters drawn as outlines. */
  readonly outlines: readonly Outline[];
  readonly drawings: readonly Box[];
}

export interface Outline extends Box {
  readonly corners: number;
}

export const noShapes: PageShapes = { rules: [], frames: [], outlines: [], drawings: [] };

/** From PDFium's public/fpdf_edit.h. */
const pathObject = 2;
const formObject = 5;
const moveTo = 2;
const bezierTo = 1;
const mostObjects = 20_000;
const mostSegments = 60_000;
const deepestForm = 4;
/** In points. A filled rectangle that is thinner is a line. */
const thickestRule = 2;
const shortestRule = 5;
const largestCharacter = 60;
/** Some letters, such as E, consist of straight lines only. */
const cornersOfLetter = 8;
const largestLetter = 30;
const smallestFrame = 0.04;

type Matrix = readonly [number, number, number, number, number, number];
const identity: Matrix = [1, 0, 0, 1, 0, 0];

/** Reads the shapes of a loaded page, also those inside forms (groups). */
export function readShapes(pdfium: Pdfium, page: number): PageShapes {
  const { functions, heaps } = pdfium;
  const toPage = pageCoordinates(pdfium, page);
  const area = functions.FPDF_GetPageWidthF(page) * functions.FPDF_GetPageHeightF(page);
  const found = { rules: [] as Box[], frames: [] as Box[], outlines: [] as Outline[], drawings: [] as Box[] };
  const buffer = functions.malloc(32);
  let objects = mostObjects;
  let segments = mostSegments;

  const matrixOf = (object: number, outer: Matrix): Matrix => {
    if (functions.FPDFPageObj_GetMatrix(object, buffer) === 0) return outer;
    const at = buffer >> 2;
    const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = heaps.HEAPF32.subarray(at, at + 6);
    const [A, B, C, D, E, F] = outer;
    return [a * A + b * C, a * B + b * D, c * A + d * C, c * B + d * D, e * A + f * C + E, e * B + f * D + F];
  };

  const readPath = (path: number, [a, b, c, d, e, f]: Matrix): void => {
    const count = functions.FPDFPath_CountSegments(path);
    segments -= count;
    if (count < 2 || segments < 0) return;
    const points: { x: number; y: number; type: number }[] = [];
    for (let index = 0; index < count; index++) {
      const segment = functions.FPDFPath_GetPathSegment(path, index);
      if (functions.FPDFPathSegment_GetPoint(segment, buffer, buffer + 4) === 0) return;
      const [x = 0, y = 0] = heaps.HEAPF32.subarray(buffer >> 2, (buffer >> 2) + 2);
      const type = functions.FPDFPathSegment_GetType(segment);
      points.push({ x: a * x + c * y + e, y: b * x + d * y + f, type });
    }
    addPath(found, points, toPage, area);
  };

  const visit = (object: number, outer: Matrix, depth: number): void => {
    if (object === 0 || objects-- <= 0) return;
    const type = functions.FPDFPageObj_GetType(object);
    if (type === pathObject) readPath(object, matrixOf(object, outer));
    if (type !== formObject || depth >= deepestForm) return;
    const matrix = matrixOf(object, outer);
    const count = functions.FPDFFormObj_CountObjects(object);
    for (let index = 0; index < count && objects > 0; index++)
      visit(functions.FPDFFormObj_GetObject(object, index), matrix, depth + 1);
  };

  try {
    const count = functions.FPDFPage_CountObjects(page);
    for (let index = 0; index < count && objects > 0; index++)
      visit(functions.FPDFPage_GetObject(page, index), identity, 0);
    return found;
  } finally {
    functions.free(buffer);
  }
}

function addPath(
  {
    rules,
    frames,
    outlines,
    drawings,
  }: { rules: Box[]; frames: Box[]; outlines: Outline[]; drawings: Box[] },
  points: readonly { x: number; y: number; type: number }[],
  toPage: (box: Box) => Box,
  area: number,
): void {
  const edges: Box[] = [];
  let isStraight = true;
  for (const [index, { x, y, type }] of points.entries()) {
    const from = points[index - 1];
    if (from === undefined || type === moveTo) continue;
    const edge = toPage({
      left: Math.min(x, from.x),
      right: Math.max(x, from.x),
      top: Math.max(y, from.y),
      bottom: Math.min(y, from.y),
    });
    const isAligned = edge.right - edge.left < 1 || edge.bottom - edge.top < 1;
    if (type === bezierTo || !isAligned) isStraight = false;
    else edges.push(edge);
  }
  const xs = points.map(({ x }) => x);
  const ys = points.map(({ y }) => y);
  const box = toPage({
    left: xs.reduce((one, other) => Math.min(one, other)),
    right: xs.reduce((one, other) => Math.max(one, other)),
    top: ys.reduce((one, other) => Math.max(one, other)),
    bottom: ys.reduce((one, other) => Math.min(one, other)),
  });
  const [width, height] = [box.right - box.left, box.bottom - box.top];
  const isLetter = points.length >= cornersOfLetter && Math.max(width, height) <= largestLetter;
  if (isStraight && !isLetter) {
    for (const edge of Math.min(width, height) < thickestRule ? [box] : edges)
      if (Math.max(edge.right - edge.left, edge.bottom - edge.top) >= shortestRule) rules.push(edge);
    if (points.length <= 6 && width * height > smallestFrame * area) frames.push(box);
  } else if (height <= largestCharacter && points.length > 4)
    outlines.push({ ...box, corners: points.length });
  else drawings.push(box);
}
